import re

from conftest import Console
from listener import Listener
from playwright.sync_api import expect
from publisher import Publisher


def test_read_and_starred_are_kept_and_counted(subscriber: Listener) -> None:
    subscriber.open_episode("Long crossing")
    subscriber.episode.get_by_role("button", name="Mark as read").click()
    subscriber.episode.get_by_role("button", name="Star").click()
    expect(subscriber.episode.get_by_role("button", name="Remove the star")).to_be_visible()
    subscriber.reload()
    expect(subscriber.episode.get_by_role("button", name="Mark as unread")).to_be_visible()
    expect(subscriber.episode.get_by_role("button", name="Remove the star")).to_be_visible()
    expect(subscriber.page).to_have_title("(2) Tonearm")
    entry = subscriber.entry("Long crossing")
    assert (entry["read"], entry["starred"]) == (True, True)


def test_an_article_is_read_when_it_is_opened(subscriber: Listener) -> None:
    subscriber.open_episode("A letter")
    expect(subscriber.episode.get_by_role("button", name="Mark as unread")).to_be_visible()
    expect(subscriber.episode.locator(".play-button")).to_have_count(0)
    assert subscriber.entry("A letter")["read"] is True


def test_filters_show_what_they_say(subscriber: Listener) -> None:
    subscriber.open_episode("Long crossing")
    subscriber.episode.get_by_role("button", name="Star").click()
    subscriber.episode.get_by_role("button", name="Mark as read").click()
    expect(subscriber.episode.get_by_role("button", name="Mark as unread")).to_be_visible()
    subscriber.to_list()
    show = subscriber.page.get_by_role("group", name="Show")
    show.get_by_role("button", name="Starred").click()
    expect(subscriber.page.locator(".entries-pane .entry-row")).to_have_count(1)
    expect(subscriber.row("Long crossing")).to_be_visible()
    show.get_by_role("button", name="Unread").click()
    expect(subscriber.page.locator(".entries-pane .entry-row")).to_have_count(2)
    show.get_by_role("button", name="Started").click()
    expect(subscriber.page.get_by_role("heading", name="Nothing begun")).to_be_visible()


def test_all_are_marked_read_after_a_question(subscriber: Listener) -> None:
    subscriber.page.get_by_role("button", name="Mark all as read").click()
    expect(subscriber.dialog).to_contain_text("3 unread episodes")
    subscriber.dialog.get_by_role("button", name="Mark as read").click()
    expect(subscriber.page.locator(".entries-pane .entry-row.read")).to_have_count(3)
    expect(subscriber.page).to_have_title("Tonearm")
    assert subscriber.api("/api/entries/unread-count")["unread"] == 0


def test_a_refresh_brings_what_was_published(subscriber: Listener, publisher: Publisher) -> None:
    publisher.add_episode("Fresh crossing")
    subscriber.page.get_by_role("button", name="Refresh", exact=True).click()
    expect(subscriber.row("Fresh crossing")).to_be_visible()
    expect(subscriber.page.locator(".toast", has_text="1 new episode")).to_be_visible()


def test_a_feed_that_fails_says_what_and_since_when(subscriber: Listener, publisher: Publisher) -> None:
    publisher.broken = True
    subscriber.page.get_by_role("button", name="Refresh", exact=True).click()
    box = subscriber.page.locator(".trouble-box")
    expect(box).to_be_visible()
    expect(box).to_contain_text("Failing since just now, 1 attempt")
    publisher.broken = False
    box.get_by_role("button", name="Try again").click()
    expect(box).to_be_hidden()


def test_a_long_list_keeps_few_rows_in_the_page(listener: Listener, publisher: Publisher) -> None:
    listener.subscribe(f"{publisher.address}/many.xml", "Many Crossings")
    expect(listener.row("Crossing 399")).to_be_visible()
    rows = listener.page.locator(".entries-pane .entry-row")
    for _ in range(60):
        listener.page.evaluate(
            "() => { const s = document.querySelector('.entries-scroll'); s.scrollTop = s.scrollHeight; }"
        )
        if listener.page.locator(".entry-row", has_text=re.compile(r"Crossing 0\b")).count() == 1:
            break
        listener.page.wait_for_timeout(100)
    expect(listener.row("Crossing 0")).to_be_visible()
    assert rows.count() < 60
    expect(listener.row("Crossing 0")).to_have_attribute("aria-setsize", "400")
    expect(listener.row("Crossing 0")).to_have_attribute("aria-posinset", "400")


def test_an_empty_podcast_and_a_missing_episode_say_so(
    listener: Listener, publisher: Publisher, console: Console
) -> None:
    console.expect(r"status of 404 .*/api/entries/")
    listener.subscribe(f"{publisher.address}/empty.xml", "Not Yet")
    expect(listener.page.get_by_role("heading", name="No episodes yet")).to_be_visible()
    listener.page.goto(f"{listener.address}/#/entries/999999")
    expect(listener.episode.get_by_role("alert")).to_be_visible()
    expect(listener.episode.get_by_role("button", name="Try again")).to_be_visible()


def test_notes_are_formatted_and_foreign_links_leave_the_page(subscriber: Listener) -> None:
    subscriber.open_episode("Long crossing")
    notes = subscriber.episode.locator(".notes")
    expect(notes.locator("b")).to_have_text("tides")
    link = notes.get_by_role("link", name="a link")
    expect(link).to_have_attribute("target", "_blank")
    assert "noopener" in (link.get_attribute("rel") or "")


def test_back_goes_through_the_places_that_were_visited(subscriber: Listener) -> None:
    subscriber.open_episode("Long crossing")
    subscriber.page.go_back()
    expect(subscriber.page.locator("#entries-title")).to_have_text("Harbour & Sons")
    if subscriber.is_phone:
        expect(subscriber.episode).not_to_be_visible()
    subscriber.page.go_forward()
    expect(subscriber.episode.get_by_role("heading", name="Long crossing")).to_be_visible()
