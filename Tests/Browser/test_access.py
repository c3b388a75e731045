"""For those who use the keyboard, a screen reader, or big fingers."""

from pathlib import Path

from listener import Listener
from playwright.sync_api import Page, expect

# The pane or the skip button that holds the focus.
PLACE = """() => {
  const place = document.activeElement.closest('nav, .entries-pane, .entry-pane, .skip') || document.body;
  return place.className.split(' ').pop();
}"""
FAULTS = Path(__file__).with_name("access.js").read_text()


def look(page: Page, is_phone: bool) -> None:
    """Every control has a name, every text contrast in light and dark, on a phone fingers have room."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        faults = page.evaluate(FAULTS)
        assert faults["nameless"] == []
        assert faults["faint"] == [], scheme
        assert not is_phone or faults["small"] == []
        assert not faults["isWide"]


def test_every_place_has_names_contrast_and_room_for_fingers(subscriber: Listener) -> None:
    page = subscriber.page
    look(page, subscriber.is_phone)
    subscriber.open_episode("Long crossing")
    expect(subscriber.episode.locator(".notes")).to_be_visible()
    subscriber.play_episode()
    subscriber.wait_for_time(0.5)
    look(page, subscriber.is_phone)
    if subscriber.is_phone:
        subscriber.player.get_by_role("link", name="Now playing").click()
        expect(page.get_by_role("region", name="Now playing")).to_be_visible()
        look(page, True)
        page.go_back()
    page.keyboard.press("?")
    expect(subscriber.dialog).to_be_visible()
    look(page, False)
    page.keyboard.press("Escape")
    page.keyboard.press("a")
    expect(subscriber.dialog).to_be_visible()
    look(page, False)


def test_landmarks_and_headings_are_there(subscriber: Listener) -> None:
    page = subscriber.page
    assert page.get_by_role("main").count() == 1
    assert page.locator("nav[aria-label='Subscriptions']").count() == 1
    subscriber.open_episode("Long crossing")
    subscriber.play_episode()
    expect(subscriber.player).to_be_visible()
    assert page.evaluate("() => document.documentElement.lang") == "en"


def test_everything_important_works_with_the_keyboard_alone(listener: Listener, publisher) -> None:
    page = listener.page
    page.keyboard.press("a")
    expect(listener.dialog.get_by_label("Address of the podcast")).to_be_focused()
    page.keyboard.type(f"{publisher.address}/harbour.xml")
    page.keyboard.press("Enter")
    expect(page.locator("#entries-title")).to_have_text("Harbour & Sons")
    expect(listener.dialog).to_have_count(0)
    expect(listener.row("A letter")).to_be_visible()
    page.keyboard.press("j")
    expect(listener.episode.get_by_role("heading", name="A letter")).to_be_visible()
    page.keyboard.press("j")
    expect(listener.episode.get_by_role("heading", name="Long crossing")).to_be_visible()
    page.keyboard.press(" ")
    listener.wait_for_time(0.3)
    page.keyboard.press("ArrowRight")
    listener.wait_for_time(30)
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => window.tonearmMedia[0].currentTime < 25")
    page.keyboard.press("Shift+ArrowRight")
    page.wait_for_function("() => window.tonearmMedia[0].currentTime >= 30")
    page.keyboard.press("m")
    assert listener.media()["muted"] is True
    page.keyboard.press("]")
    assert listener.media()["rate"] == 1.1
    page.keyboard.press("s")
    expect(listener.episode.get_by_role("button", name="Remove the star")).to_be_visible()
    page.keyboard.press("u")
    expect(listener.episode.get_by_role("button", name="Mark as unread")).to_be_visible()
    page.keyboard.press("?")
    expect(listener.dialog).to_contain_text("Keyboard shortcuts")
    page.keyboard.press("Escape")
    expect(listener.dialog).to_have_count(0)
    page.keyboard.press(" ")
    page.wait_for_function("() => window.tonearmMedia[0].paused")
    page.keyboard.press("Escape")
    expect(page.locator("#entries-title")).to_have_text("Harbour & Sons")
    expect(listener.row("Long crossing").locator("a")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(listener.row("Short crossing").locator("a")).to_be_focused()
    page.keyboard.press("Enter")
    expect(listener.episode.get_by_role("heading", name="Short crossing")).to_be_visible()


def test_tab_reaches_the_panes_in_order_and_focus_is_seen(subscriber: Listener) -> None:
    page = subscriber.page
    subscriber.reload()
    expect(subscriber.row("Long crossing")).to_be_visible()
    seen: list[str] = []
    for _ in range(24):
        page.keyboard.press("Tab")
        seen.append(page.evaluate(PLACE))
        if seen[-1] == "entries-pane":
            break
    wanted = ["skip", "entries-pane"] if subscriber.is_phone else ["skip", "feeds-pane", "entries-pane"]
    assert [name for index, name in enumerate(seen) if index == 0 or name != seen[index - 1]] == wanted
    outline = page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none"


def test_typing_in_a_field_is_not_a_shortcut(subscriber: Listener) -> None:
    page = subscriber.page
    page.keyboard.press("a")
    page.keyboard.type("mjusr? ")
    expect(subscriber.dialog.get_by_label("Address of the podcast")).to_have_value("mjusr? ")
    assert page.evaluate("() => document.querySelectorAll('dialog').length") == 1
