from pathlib import Path

from conftest import Console
from listener import Listener
from playwright.sync_api import expect
from publisher import Publisher
from tonearm import Tonearm


def test_the_first_page_invites_to_subscribe(listener: Listener) -> None:
    place = listener.page if not listener.is_phone else listener.subscriptions
    expect(place.get_by_role("button", name="Subscribe").first).to_be_visible()
    if not listener.is_phone:
        expect(listener.page.get_by_role("heading", name="Welcome to Tonearm")).to_be_visible()


def test_a_page_that_links_to_one_feed_is_enough(listener: Listener, publisher: Publisher) -> None:
    listener.subscribe(f"{publisher.address}/page", "Harbour & Sons")
    for title in ("Short crossing", "Long crossing", "A letter"):
        expect(listener.row(title)).to_be_visible()


def test_a_page_with_several_feeds_asks_which(listener: Listener, publisher: Publisher, console: Console) -> None:
    console.expect(r"status of 422 .*/api/feeds$")
    listener.ask_to_subscribe(f"{publisher.address}/choice")
    expect(listener.dialog.get_by_role("radio")).to_have_count(2)
    listener.dialog.get_by_role("radio", name="The harbour").check()
    listener.dialog.get_by_role("button", name="Subscribe").click()
    expect(listener.page.locator("#entries-title")).to_have_text("Harbour & Sons")


def test_what_cannot_be_subscribed_to_is_one_sentence_and_the_address_stays(
    listener: Listener, publisher: Publisher, console: Console
) -> None:
    console.expect(r"status of (409|422|502) .*/api/feeds$")
    for path in ("/plain", "/locked.xml", "/missing.xml"):
        address = publisher.address + path
        listener.ask_to_subscribe(address)
        error = listener.dialog.locator("#subscribe-error")
        expect(error).not_to_be_empty()
        assert len(error.inner_text()) > 20
        expect(listener.dialog.get_by_label("Address of the podcast")).to_have_value(address)
    listener.page.keyboard.press("Escape")
    expect(listener.dialog).to_have_count(0)


def test_a_locked_feed_says_that_it_wants_a_password(
    listener: Listener, publisher: Publisher, console: Console
) -> None:
    console.expect(r"status of (422|502) .*/api/feeds$")
    listener.ask_to_subscribe(f"{publisher.address}/locked.xml")
    expect(listener.dialog.locator("#subscribe-error")).to_contain_text("password")


def test_a_second_subscription_to_the_same_feed_opens_the_first(subscriber: Listener, publisher: Publisher) -> None:
    subscriber.ask_to_subscribe(f"{publisher.address}/harbour.xml")
    expect(subscriber.page.locator(".toast", has_text="You already have Harbour & Sons")).to_be_visible()
    expect(subscriber.dialog).to_have_count(0)
    assert len(subscriber.api("/api/feeds")["feeds"]) == 2


def test_a_private_address_is_refused_where_it_is_not_allowed(
    page, size, tmp_path: Path, publisher: Publisher, console: Console
) -> None:
    console.expect(r"status of (422|502) .*/api/feeds$")
    (tmp_path / "strict").mkdir()
    server = Tonearm(tmp_path / "strict")
    try:
        listener = Listener(page, server.address, size == "phone")
        listener.set_up(server.setup_token or "")
        listener.ask_to_subscribe(f"{publisher.address}/harbour.xml")
        expect(listener.dialog.locator("#subscribe-error")).to_contain_text("private")
    finally:
        page.goto("about:blank")
        server.stop()


def test_a_list_is_imported_with_a_report(listener: Listener, publisher: Publisher, tmp_path: Path) -> None:
    # Addresses are fetched later, so only one that no feed can have fails at once.
    good, bad = f"{publisher.address}/harbour.xml", "ftp://example.org/gone.xml"
    opml = tmp_path / "list.opml"
    opml.write_text(
        f'<?xml version="1.0"?><opml version="2.0"><head/><body><outline text="Harbour" type="rss" xmlUrl="{good}"/>'
        f'<outline text="Many" type="rss" xmlUrl="{publisher.address}/many.xml"/>'
        f'<outline text="Gone" type="rss" xmlUrl="{bad}"/></body></opml>'
    )
    listener.page.get_by_role("button", name="Subscribe to a podcast").first.click()
    listener.dialog.locator("#subscribe-file").set_input_files(opml)
    expect(listener.dialog.locator(".report")).to_have_text("2 podcasts added, 1 failed.")
    expect(listener.dialog.locator(".failures li")).to_have_count(1)
    expect(listener.dialog.locator(".failures li")).to_contain_text("Gone")
    listener.dialog.get_by_role("button", name="Done").click()
    # The server fetches them in the background, and the page asks every thirty seconds.
    expect(listener.subscriptions.get_by_role("link", name="Many Crossings")).to_be_visible(timeout=90_000)


def test_unsubscribing_asks_first_and_ends_empty(subscriber: Listener) -> None:
    subscriber.page.get_by_role("button", name="More about this podcast").click()
    subscriber.page.get_by_role("menuitem", name="Unsubscribe").click()
    expect(subscriber.dialog).to_contain_text("Unsubscribe from Harbour & Sons?")
    subscriber.dialog.get_by_role("button", name="Cancel").click()
    assert len(subscriber.api("/api/feeds")["feeds"]) == 2
    subscriber.page.get_by_role("button", name="More about this podcast").click()
    subscriber.page.get_by_role("menuitem", name="Unsubscribe").click()
    subscriber.dialog.get_by_role("button", name="Unsubscribe").click()
    expect(subscriber.page.get_by_role("heading", name="Welcome to Tonearm")).to_be_visible()
    assert len(subscriber.api("/api/feeds")["feeds"]) == 1


def test_a_podcast_is_renamed_and_filed(subscriber: Listener) -> None:
    subscriber.page.get_by_role("button", name="More about this podcast").click()
    subscriber.page.get_by_role("menuitem", name="Settings of this podcast").click()
    subscriber.dialog.get_by_label("Title").fill("My harbour")
    subscriber.dialog.get_by_label("Folder").fill("Sea")
    subscriber.dialog.get_by_role("button", name="Save").click()
    expect(subscriber.page.locator("#entries-title")).to_have_text("My harbour")
    if subscriber.is_phone:
        subscriber.page.get_by_role("button", name="Back to subscriptions").click()
    expect(subscriber.subscriptions.get_by_role("heading", name="Sea")).to_be_visible()
    expect(subscriber.subscriptions.get_by_role("link", name="My harbour")).to_be_visible()
