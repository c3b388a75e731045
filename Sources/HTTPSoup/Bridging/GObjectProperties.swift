import CSoup

/// A value of a GObject's property; the variadic C functions that set them cannot be called from Swift.
enum GObjectProperty {
    case unsigned(UInt32)
    case integer(Int32)
    case boolean(Bool)
    case text(String)
    case strings([String])

    fileprivate func store(in value: inout GValue) {
        switch self {
        case .unsigned(let number):
            g_value_init(&value, GType(7 << G_TYPE_FUNDAMENTAL_SHIFT))
            g_value_set_uint(&value, number)
        case .integer(let number):
            g_value_init(&value, GType(6 << G_TYPE_FUNDAMENTAL_SHIFT))
            g_value_set_int(&value, number)
        case .boolean(let flag):
            g_value_init(&value, GType(5 << G_TYPE_FUNDAMENTAL_SHIFT))
            g_value_set_boolean(&value, flag ? 1 : 0)
        case .text(let text):
            g_value_init(&value, GType(16 << G_TYPE_FUNDAMENTAL_SHIFT))
            g_value_set_string(&value, text)
        case .strings(let texts):
            g_value_init(&value, g_strv_get_type())
            let list = g_malloc0(gsize(MemoryLayout<UnsafeMutableRawPointer>.stride * (texts.count + 1)))
            let slots = list?.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
            for (index, text) in texts.enumerated() { slots?[index] = g_strdup(text) }
            g_value_take_boxed(&value, list)
        }
    }
}

/// Creates an object; for properties that can only be set then.
func makeObject(_ type: GType, _ properties: [(String, GObjectProperty)]) -> UnsafeMutablePointer<GObject>? {
    var names: [UnsafePointer<CChar>?] = properties.map { UnsafePointer(g_strdup($0.0)) }
    var values = properties.map { property in
        var value = GValue()
        property.1.store(in: &value)
        return value
    }
    defer {
        for name in names { g_free(UnsafeMutableRawPointer(mutating: name)) }
        for index in values.indices { g_value_unset(&values[index]) }
    }
    return g_object_new_with_properties(type, guint(properties.count), &names, &values)
}

/// Sets one property.
func setProperty(_ object: gpointer, _ name: String, _ property: GObjectProperty) {
    var value = GValue()
    property.store(in: &value)
    g_object_set_property(object.assumingMemoryBound(to: GObject.self), name, &value)
    g_value_unset(&value)
}
