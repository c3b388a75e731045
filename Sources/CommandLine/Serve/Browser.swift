import Foundation

/// Opens an address in the desktop's browser.
enum Browser {
    /// Does so where there is a display and the desktop's opener; otherwise the printed link is enough.
    static func open(_ url: String) async {
        let environment = ProcessInfo.processInfo.environment
        guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return }
        _ = try? await Tool.run("xdg-open", [url])
    }
}
