"""Queue, bookmarks, search, folders, downloads and a podcast's settings, in the page."""

import re

from listener import Listener
from playwright.sync_api import Locator, expect
from publisher import Publisher


def wait_for_queue(listener: Listener, *titles: str) -> None:
    listener.page.wait_for_function(
        "titles => fetch('/api/queue').then(a => a.json())"
        ".then(q => JSON.stringify(q.entries.map(e => e.title)) === JSON.stringify(titles))",
        arg=list(titles),
    )


def up_next(listener: Listener) -> Locator:
    return listener.page.locator(".queue-pane")


def open_queue(listener: Listener) -> None:
    listener.page.keyboard.press("e")
    expect(up_next(listener)).to_be_visible()


def test_an_episode_is_put_into_the_queue_and_taken_out(subscriber: Listener) -> None:
    subscriber.open_episode("Long crossing")
    subscriber.episode.get_by_role("button", name="Add to the queue").click()
    expect(subscriber.episode.get_by_role("button", name="Remove from the queue")).to_be_visible()
    wait_for_queue(subscriber, "Long crossing")
    subscriber.to_list()
    subscriber.row("Short crossing").get_by_role("button", name="More about Short crossing").click()
    subscriber.page.get_by_role("menuitem", name="Play next").click()
    wait_for_queue(subscriber, "Short crossing", "Long crossing")
    open_queue(subscriber)
    expect(up_next(subscriber).locator(".entry-row")).to_have_count(2)
    up_next(subscriber).get_by_role("button", name="Remove Short crossing from the queue").click()
    wait_for_queue(subscriber, "Long crossing")
    up_next(subscriber).get_by_role("button", name="Empty the queue").click()
    subscriber.dialog.get_by_role("button", name="Empty it").click()
    expect(up_next(subscriber).get_by_role("heading", name="Nothing up next")).to_be_visible()
    wait_for_queue(subscriber)


def fill_queue(listener: Listener, *titles: str) -> None:
    listener.send("POST", "/api/queue", {"entries": [listener.entry(title)["id"] for title in titles], "place": "end"})
    open_queue(listener)
    expect(up_next(listener).locator(".entry-row")).to_have_count(len(titles))


def test_the_queue_is_put_in_order_with_the_keyboard(subscriber: Listener) -> None:
    fill_queue(subscriber, "Short crossing", "Long crossing", "A letter")
    handle = up_next(subscriber).get_by_role("button", name="Move Short crossing", exact=True)
    handle.focus()
    subscriber.page.keyboard.press("ArrowDown")
    wait_for_queue(subscriber, "Long crossing", "Short crossing", "A letter")
    expect(handle).to_be_focused()
    expect(up_next(subscriber).get_by_role("status")).to_have_text("Position 2 of 3")
    subscriber.page.keyboard.press("End")
    wait_for_queue(subscriber, "Long crossing", "A letter", "Short crossing")
    subscriber.page.keyboard.press("Home")
    wait_for_queue(subscriber, "Short crossing", "Long crossing", "A letter")


def test_the_queue_is_put_in_order_by_dragging(subscriber: Listener) -> None:
    fill_queue(subscriber, "Short crossing", "Long crossing", "A letter")
    page = subscriber.page
    handle = up_next(subscriber).get_by_role("button", name="Move Short crossing", exact=True).bounding_box()
    last = up_next(subscriber).locator(".entry-row").last.bounding_box()
    assert handle is not None and last is not None
    page.mouse.move(handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
    page.mouse.down()
    page.mouse.move(handle["x"] + 10, last["y"], steps=6)
    page.mouse.move(handle["x"] + 10, last["y"] + last["height"] / 2, steps=4)
    page.mouse.up()
    wait_for_queue(subscriber, "Long crossing", "A letter", "Short crossing")
    expect(up_next(subscriber).locator(".row-title").last).to_have_text("Short crossing")


def test_what_is_up_next_follows_and_what_ended_leaves(subscriber: Listener) -> None:
    subscriber.send(
        "POST",
        "/api/queue",
        {"entries": [subscriber.entry(title)["id"] for title in ("Short crossing", "Long crossing")], "place": "end"},
    )
    subscriber.reload()
    subscriber.open_episode("Short crossing")
    subscriber.play_episode()
    subscriber.wait_for_time(0.3)
    subscriber.page.evaluate("() => { window.tonearmMedia[0].currentTime = 11.5; }")
    expect(subscriber.player.get_by_text("Long crossing")).to_be_visible()
    expect(subscriber.page.locator(".toast", has_text="Next: Long crossing")).to_be_visible()
    subscriber.page.wait_for_function("() => !window.tonearmMedia[0].paused")
    wait_for_queue(subscriber, "Long crossing")


def test_without_a_queue_the_shows_next_one_plays_only_when_wished(subscriber: Listener) -> None:
    subscriber.send("PUT", "/api/settings", {"autoplay": "newer"})
    subscriber.reload()
    subscriber.open_episode("Short crossing")
    subscriber.play_episode()
    subscriber.wait_for_time(0.3)
    subscriber.page.evaluate("() => { window.tonearmMedia[0].currentTime = 11.5; }")
    expect(subscriber.player.get_by_text("Long crossing")).to_be_visible()


def test_a_change_on_another_device_is_seen_at_once(subscriber: Listener, publisher: Publisher) -> None:
    """By the stream of events: the poll comes too late for this."""
    entry = subscriber.entry("Long crossing")
    subscriber.send("PUT", f"/api/entries/{entry['id']}/read", {"read": True})
    expect(subscriber.row("Long crossing")).to_have_class(re.compile(r"\bread\b"))
    subscriber.put_position("Short crossing", 6)
    expect(subscriber.row("Short crossing")).to_contain_text("left")
    open_queue(subscriber)
    subscriber.send("POST", "/api/queue", {"entries": [entry["id"]], "place": "end"})
    expect(up_next(subscriber).locator(".entry-row")).to_have_count(1)
    publisher.add_episode("Fresh crossing")
    subscriber.send("POST", f"/api/feeds/{entry['feed']}/refresh")
    subscriber.page.go_back()
    expect(subscriber.row("Fresh crossing")).to_be_visible()


def test_a_bookmark_is_made_named_found_and_played(subscriber: Listener) -> None:
    subscriber.open_episode("Long crossing")
    subscriber.play_episode()
    subscriber.wait_for_time(0.3)
    subscriber.page.evaluate("() => { window.tonearmMedia[0].currentTime = 33; }")
    subscriber.wait_for_time(33)
    subscriber.page.keyboard.press("b")
    subscriber.page.locator(".toast").get_by_role("button", name="Name it").click()
    subscriber.dialog.get_by_label("Name").fill("The wind")
    subscriber.dialog.get_by_label("Note").fill("Turns to the north")
    subscriber.dialog.get_by_role("button", name="Save").click()
    expect(subscriber.episode.get_by_role("region", name="Bookmarks")).to_contain_text("The wind")
    subscriber.page.evaluate("() => { window.tonearmMedia[0].currentTime = 5; }")
    subscriber.page.goto(f"{subscriber.address}/#/bookmarks")
    row = subscriber.page.locator(".bookmark-row")
    expect(row).to_contain_text("Turns to the north")
    row.get_by_role("link").click()
    subscriber.wait_for_time(33)
    assert subscriber.media()["time"] < 45
    subscriber.page.goto(f"{subscriber.address}/#/bookmarks")
    row.get_by_role("button", name="More about the bookmark The wind").click()
    subscriber.page.get_by_role("menuitem", name="Remove").click()
    expect(subscriber.page.get_by_role("heading", name="No bookmarks")).to_be_visible()


def test_a_link_with_a_time_opens_the_episode_there(subscriber: Listener) -> None:
    entry = subscriber.entry("Long crossing")["id"]
    subscriber.page.goto("about:blank")
    subscriber.page.goto(f"{subscriber.address}/?entry={entry}&t=44")
    expect(subscriber.episode.get_by_role("heading", name="Long crossing")).to_be_visible()
    assert "?entry" not in subscriber.page.url
    # On a phone the bar has no slider; the full view has one, out of sight.
    slider = subscriber.page.locator("input.seek").first
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^44 seconds of"))
    subscriber.page.keyboard.press(" ")
    subscriber.wait_for_time(44.2)


def test_search_finds_podcasts_and_episodes_and_marks_the_words(subscriber: Listener) -> None:
    subscriber.page.keyboard.press("/")
    subscriber.page.keyboard.type("tides")
    pane = subscriber.page.locator(".search-pane")
    expect(pane.locator(".entry-row")).to_have_count(3)
    expect(pane.locator("mark").first).to_have_text(re.compile("tides", re.IGNORECASE))
    pane.get_by_label("Search episodes and podcasts").fill("harbour")
    expect(pane.get_by_role("list", name="Podcasts").get_by_role("link")).to_contain_text("Harbour & Sons")
    pane.get_by_label("Search episodes and podcasts").fill("zeppelin")
    expect(pane.get_by_role("heading", name="Nothing found")).to_be_visible()


def test_a_search_is_kept_and_forgotten(subscriber: Listener) -> None:
    subscriber.page.goto(f"{subscriber.address}/#/search?q=crossing")
    expect(subscriber.page.locator(".search-pane .entry-row").first).to_be_visible()
    subscriber.page.get_by_role("button", name="Keep this search").click()
    subscriber.dialog.get_by_label("Name").fill("Crossings to hear")
    subscriber.dialog.get_by_label("State").select_option("unread")
    subscriber.dialog.get_by_role("button", name="Keep").click()
    expect(subscriber.page.locator("#entries-title")).to_have_text("Crossings to hear")
    expect(subscriber.page.locator(".entries-pane .entry-row")).to_have_count(2)
    subscriber.page.get_by_role("button", name="More about this list").click()
    subscriber.dialog.get_by_role("button", name="Remove").click()
    expect(subscriber.page.locator("#entries-title")).to_have_text("All Subscriptions")
    assert subscriber.api("/api/searches")["searches"] == []


def test_older_ones_are_marked_and_unmarked_again(subscriber: Listener) -> None:
    subscriber.row("Long crossing").get_by_role("button", name="More about Long crossing").click()
    subscriber.page.get_by_role("menuitem", name="Mark this and older as read").click()
    expect(subscriber.row("Short crossing")).to_have_class(re.compile(r"\bread\b"))
    assert subscriber.entry("A letter")["read"] is False
    subscriber.page.locator(".toast", has_text="2 episodes marked").get_by_role("button", name="Undo").click()
    expect(subscriber.row("Short crossing")).not_to_have_class(re.compile(r"\bread\b"))
    assert subscriber.entry("Long crossing")["read"] is False


def test_a_podcasts_settings_are_kept_and_obeyed(subscriber: Listener) -> None:
    subscriber.page.get_by_role("button", name="More about this podcast").click()
    subscriber.page.get_by_role("menuitem", name="Settings of this podcast").click()
    dialog = subscriber.dialog
    dialog.get_by_label("Skip at the beginning").fill("20")
    dialog.get_by_label("Skip at the end").fill("30")
    dialog.get_by_label("Speed").select_option("1.5")
    dialog.get_by_label("Into the queue").select_option("top")
    dialog.get_by_label("At most").fill("4")
    dialog.get_by_label("Order").select_option("oldest")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    feed = subscriber.api("/api/feeds")["feeds"][1]
    assert (feed["skipIntro"], feed["skipOutro"], feed["speed"]) == (20, 30, 1.5)
    assert (feed["queueRule"], feed["queueLimit"], feed["order"]) == ("top", 4, "oldest")
    subscriber.open_episode("Long crossing")
    subscriber.play_episode()
    subscriber.wait_for_time(20)
    assert subscriber.media()["rate"] == 1.5
    subscriber.page.evaluate("() => { window.tonearmMedia[0].currentTime = 58.5; }")
    subscriber.page.wait_for_function("() => window.tonearmMedia[0].paused", timeout=30_000)
    assert subscriber.media()["time"] < 63
    expect(subscriber.episode.get_by_role("button", name="Mark as unread")).to_be_visible()


def test_a_folder_is_one_list_renamed_and_removed(subscriber: Listener) -> None:
    feed = subscriber.entry("Long crossing")["feed"]
    subscriber.send("PATCH", f"/api/feeds/{feed}", {"folder": "Sea"})
    folder = subscriber.api("/api/folders")["folders"][0]["id"]
    subscriber.page.goto(f"{subscriber.address}/#/folders/{folder}")
    subscriber.reload()
    expect(subscriber.page.locator("#entries-title")).to_have_text("Sea")
    expect(subscriber.page.locator(".entries-pane .entry-row")).to_have_count(3)
    subscriber.page.get_by_role("button", name="More about this list").click()
    subscriber.page.get_by_role("menuitem", name="Rename").click()
    subscriber.dialog.get_by_label("Name").fill("Water")
    subscriber.dialog.get_by_role("button", name="Save").click()
    expect(subscriber.page.locator("#entries-title")).to_have_text("Water")
    subscriber.page.get_by_role("button", name="More about this list").click()
    subscriber.page.get_by_role("menuitem", name="Remove the folder").click()
    subscriber.dialog.get_by_role("button", name="Remove").click()
    expect(subscriber.page.locator("#entries-title")).to_have_text("All Subscriptions")
    assert subscriber.api("/api/folders")["folders"] == []


def test_the_server_keeps_a_download_and_lets_it_go(subscriber: Listener) -> None:
    subscriber.open_episode("Short crossing")
    subscriber.episode.get_by_role("button", name="More about this episode").click()
    subscriber.page.get_by_role("menuitem", name="Download on the server").click()
    subscriber.page.goto(f"{subscriber.address}/#/downloads")
    pane = subscriber.page.locator(".downloads-pane")
    expect(pane.locator(".row-download")).to_have_text(re.compile(r"^\d+ KB$"), timeout=30_000)
    pane.get_by_role("button", name="Remove Short crossing from the server").click()
    expect(pane.get_by_role("heading", name="Nothing kept")).to_be_visible()


def test_playing_settings_are_the_same_on_every_device(subscriber: Listener) -> None:
    page = subscriber.page
    page.goto(f"{subscriber.address}/#/settings/playback")
    page.get_by_label("Skip forward").fill("45")
    page.get_by_label("Skip forward").blur()
    page.get_by_label("When", exact=True).select_option("remaining")
    page.get_by_label("Finished when there is left").fill("20")
    page.get_by_label("Finished when there is left").blur()
    page.wait_for_function(
        "() => fetch('/api/settings').then(a => a.json()).then(s => s.skipForward === 45 && s.finishedRemaining === 20)"
    )
    subscriber.reload()
    page.goto(f"{subscriber.address}/#/feeds/all")
    subscriber.open_episode("Long crossing")
    subscriber.play_episode()
    subscriber.wait_for_time(0.2)
    expect(page.get_by_role("button", name="Forward 45 seconds").first).to_be_attached()
    page.keyboard.press("ArrowRight")
    subscriber.wait_for_time(45)
    expect(subscriber.episode.get_by_role("button", name="Mark as read")).to_be_visible()
    page.evaluate("() => { window.tonearmMedia[0].currentTime = 70.2; }")
    expect(subscriber.episode.get_by_role("button", name="Mark as unread")).to_be_visible()


def test_statistics_show_what_was_heard_as_bars_and_as_a_table(subscriber: Listener) -> None:
    subscriber.open_episode("Long crossing")
    subscriber.play_episode()
    subscriber.wait_for_time(2)
    # What lies between two reports counts: a pause is one.
    subscriber.page.keyboard.press(" ")
    expect(subscriber.player.get_by_role("button", name="Play", exact=True)).to_be_visible()
    subscriber.page.keyboard.press(" ")
    subscriber.wait_for_time(5)
    subscriber.page.keyboard.press(" ")
    subscriber.wait_until_sent()
    subscriber.page.goto(f"{subscriber.address}/#/settings/statistics")
    chart = subscriber.page.get_by_role("img", name=re.compile("^Listening by day"))
    expect(chart).to_be_visible()
    subscriber.page.get_by_text("As a table").click()
    expect(subscriber.page.locator(".as-table td").first).to_have_text(re.compile(r"^\d+ s$"))
    expect(subscriber.page.locator(".show")).to_contain_text("Harbour & Sons")
    subscriber.page.get_by_role("button", name="12 months").click()
    expect(subscriber.page.get_by_role("img", name=re.compile("^Listening by month"))).to_be_visible()


def test_everything_is_exported_and_taken_in_again(subscriber: Listener, tmp_path) -> None:
    subscriber.page.goto(f"{subscriber.address}/#/settings/data")
    with subscriber.page.expect_download() as download:
        subscriber.page.get_by_role("link", name="Export everything").click()
    path = tmp_path / "tonearm.json"
    download.value.save_as(path)
    assert b"Harbour" in path.read_bytes()
    subscriber.page.locator("#import-file").set_input_files(path)
    expect(subscriber.page.locator(".import-report")).to_contain_text("Taken in:")


def test_feed_health_says_what_failed_and_what_to_do(subscriber: Listener, publisher: Publisher) -> None:
    publisher.broken = True
    subscriber.page.get_by_role("button", name="Refresh", exact=True).click()
    expect(subscriber.page.locator(".trouble-box")).to_be_visible()
    subscriber.page.locator(".trouble-box").get_by_role("link", name="Feed health").click()
    content = subscriber.page.locator(".settings-content")
    expect(content).to_contain_text("1 of 1 podcast does not come in.")
    expect(content).to_contain_text("1 attempt")
    content.locator("summary", has_text="Harbour").click()
    expect(content.locator(".fetch").first).to_be_visible()
    publisher.broken = False
    content.get_by_role("button", name="Try again").click()
    expect(content).to_contain_text("All 1 podcast come in.")


def test_people_soundbites_seasons_and_funding_are_shown(whole: None, subscriber: Listener) -> None:
    subscriber.open_episode("Whole crossing")
    episode = subscriber.episode
    expect(episode.get_by_role("list", name="People")).to_contain_text("Jon Reyes")
    expect(episode.get_by_role("link", name="Keep us afloat").first).to_have_attribute("rel", re.compile("noopener"))
    expect(episode.locator(".entry-facts")).to_contain_text("Northern waters")
    episode.get_by_role("button", name="Hear “The seal”, 20 s").click()
    subscriber.wait_for_time(45)
    subscriber.to_list()
    subscriber.page.get_by_role("button", name="About Harbour & Sons").click()
    expect(subscriber.dialog).to_contain_text("What is to come")
