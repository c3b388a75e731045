"""The page as an app of its own: a manifest that browsers take, icons that are there, and all of it without network."""

import struct

from conftest import Console
from listener import Listener
from playwright.sync_api import expect
from tonearm import Tonearm


def test_the_manifest_names_icons_and_places_that_are_there(listener: Listener) -> None:
    request = listener.page.request
    href = listener.page.locator("link[rel=manifest]").get_attribute("href")
    answer = request.get(listener.address + (href or ""))
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = answer.json()
    assert manifest["display"] == "standalone"
    assert (manifest["start_url"], manifest["scope"], manifest["id"]) == ("/", "/", "/")
    assert manifest["name"] and manifest["short_name"] and manifest["theme_color"] and manifest["background_color"]
    sizes = set()
    for icon in manifest["icons"]:
        picture = request.get(listener.address + icon["src"])
        assert picture.ok and picture.headers["content-type"] == icon["type"], icon
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", picture.body()[16:24])
            assert icon["sizes"] == f"{width}x{height}"
            sizes.add(width)
    assert max(sizes) >= 512
    assert any("maskable" in icon["purpose"] for icon in manifest["icons"])
    for shortcut in manifest["shortcuts"]:
        listener.page.goto(listener.address + shortcut["url"])
        expect(listener.page.locator(".middle-pane:not([hidden]) .pane-title")).to_have_text(shortcut["name"])


def test_chromium_finds_nothing_that_stands_in_the_way_of_installing(listener: Listener) -> None:
    listener.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    session = listener.page.context.new_cdp_session(listener.page)
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A window of a test is a private one, which is never installed from.
    assert [error for error in errors if error["errorId"] != "in-incognito"] == []


def test_places_that_were_opened_open_without_the_server(
    subscriber: Listener, server: Tonearm, console: Console
) -> None:
    console.expect(r"net::ERR_", r"status of 50\d", "EventSource")
    page = subscriber.page
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    subscriber.send("POST", "/api/queue", {"entries": [subscriber.entry("Short crossing")["id"]], "place": "end"})
    subscriber.reload()
    for place in ("queue", "bookmarks", "settings/playback", "feeds/all"):
        page.goto(f"{subscriber.address}/#/{place}")
        expect(page.locator(".shell .skeleton:visible")).to_have_count(0)
    server.kill()
    page.goto(f"{subscriber.address}/#/queue")
    page.reload()
    expect(page.locator(".banner.offline")).to_be_visible()
    expect(page.locator(".queue-pane .entry-row")).to_have_count(1)
    page.goto(f"{subscriber.address}/#/settings/playback")
    expect(page.get_by_label("Skip forward")).to_have_value("30")
    server.start()
    expect(page.locator(".banner.offline")).to_be_hidden(timeout=30_000)


def test_what_names_secrets_and_others_is_not_kept_in_the_browser(listener: Listener) -> None:
    page = listener.page
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    for section in ("tokens", "devices", "account"):
        page.goto(f"{listener.address}/#/settings/{section}")
        expect(page.locator(".settings-section")).to_be_visible()
    kept = page.evaluate(
        """async () => {
          const names = await caches.keys();
          const caches_ = await Promise.all(names.map(name => caches.open(name)));
          const keys = await Promise.all(caches_.map(cache => cache.keys()));
          return keys.flat().map(request => new URL(request.url).pathname);
        }"""
    )
    assert [path for path in kept if path.startswith(("/api/tokens", "/api/sessions", "/api/admin", "/api/links"))] == []
    assert "/app.js" in kept
