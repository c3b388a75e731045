"""axe-core over every screen, dark and light, phone and desktop: no violation."""

import axe
import pytest
from house import House
from listener import Listener
from playwright.sync_api import Page, expect

PLACES = {
    "feeds": "#/",
    "queue": "#/queue",
    "search": "#/search?q=crossing",
    "bookmarks": "#/bookmarks",
    "downloads": "#/downloads",
}
SECTIONS = [
    "playback",
    "appearance",
    "statistics",
    "health",
    "data",
    "account",
    "devices",
    "tokens",
    "users",
    "directories",
    "about",
]


def check(listener: Listener, where: str) -> None:
    listener.page.wait_for_function("() => document.querySelector('.skeleton') === null")
    for scheme in ("light", "dark"):
        listener.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert axe.violations(listener.page) == [], f"{where}, {scheme}"


@pytest.fixture
def furnished(whole: None, subscriber: Listener) -> Listener:
    """A user who has used everything once."""
    feed = subscriber.entry("Long crossing")["feed"]
    entry = subscriber.entry("Whole crossing")["id"]
    subscriber.send("POST", "/api/queue", {"entries": [entry, subscriber.entry("Short crossing")["id"]], "place": "end"})
    subscriber.send("POST", f"/api/entries/{entry}/bookmarks", {"seconds": 45, "title": "The seal"})
    subscriber.send("PUT", f"/api/entries/{entry}/starred", {"starred": True})
    subscriber.send("PATCH", f"/api/feeds/{feed}", {"folder": "Sea"})
    subscriber.put_position("Long crossing", 30)
    subscriber.reload()
    return subscriber


def test_every_place_is_free_of_violations(furnished: Listener) -> None:
    check(furnished, "list")
    for name, address in PLACES.items():
        furnished.page.goto(f"{furnished.address}/{address}")
        check(furnished, name)


def test_every_dialog_is_free_of_violations(furnished: Listener) -> None:
    page = furnished.page
    for key, title in {"?": "Keyboard shortcuts", "a": "Subscribe", "A": "Mark all as read?"}.items():
        page.keyboard.press(key)
        expect(furnished.dialog.get_by_role("heading", name=title)).to_be_visible()
        check(furnished, title)
        page.keyboard.press("Escape")
        expect(furnished.dialog).to_have_count(0)
    page.get_by_role("button", name="More about this podcast").click()
    page.get_by_role("menuitem", name="Settings of this podcast").click()
    check(furnished, "podcast settings")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="About Harbour & Sons").click()
    expect(furnished.dialog.get_by_text("Trailers")).to_be_visible()
    check(furnished, "about the podcast")


def test_every_section_of_the_settings_is_free_of_violations(furnished: Listener, name: str) -> None:
    assert furnished.house is not None
    users = furnished.house.administer("GET", "/api/admin/users")["users"]
    me = next(user for user in users if user["name"] == name)
    furnished.house.administer("PATCH", f"/api/admin/users/{me['id']}", {"administrator": True})
    furnished.page.goto(f"{furnished.address}/#/settings")
    furnished.page.reload()
    check(furnished, "settings")
    for section in SECTIONS:
        furnished.page.goto(f"{furnished.address}/#/settings/{section}")
        expect(furnished.page.locator(".settings-section")).to_be_visible()
        check(furnished, section)


def test_the_gate_is_free_of_violations(page: Page, house: House, size: str) -> None:
    page.goto(house.address)
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    check(Listener(page, house.address, size == "phone"), "gate")
