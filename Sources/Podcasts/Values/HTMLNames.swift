/// Facts about HTML's elements that both the XML repair and the builder need.
enum HTMLNames {
    /// Elements that have no content and are written without an end (HTML, "void elements").
    ///
    /// `link`, `source`, `meta` and the like are left out: feeds use these names for elements with content.
    static func isVoid(_ name: TextBytes) -> Bool {
        switch name.count {
        case 2: name.equals("br") || name.equals("hr")
        case 3: name.equals("img") || name.equals("wbr") || name.equals("col")
        case 4: name.equals("area")
        case 5: name.equals("input") || name.equals("embed")
        default: false
        }
    }

    /// Elements that may stand in a title and are then markup, not text.
    static func isInline(_ name: TextBytes) -> Bool {
        switch name.count {
        case 1:
            name.equals("a") || name.equals("b") || name.equals("i") || name.equals("u") || name.equals("p")
                || name.equals("q") || name.equals("s")
        case 2:
            name.equals("em") || name.equals("br") || name.equals("tt") || name.equals("h1") || name.equals("h2")
                || name.equals("h3") || name.equals("li") || name.equals("ul")
        case 3:
            name.equals("sup") || name.equals("sub") || name.equals("img") || name.equals("del") || name.equals("ins")
                || name.equals("big") || name.equals("div") || name.equals("wbr")
        case 4:
            name.equals("span") || name.equals("font") || name.equals("code") || name.equals("cite")
                || name.equals("abbr")
        case 5: name.equals("small")
        case 6: name.equals("strong") || name.equals("strike")
        case 7: name.equals("acronym")
        default: false
        }
    }
}
