from conftest import Console
from listener import Listener
from playwright.sync_api import expect
from publisher import Publisher
from tonearm import Tonearm


def test_ten_seconds_of_a_real_mp3_are_there_after_a_reload(subscriber: Listener) -> None:
    subscriber.open_episode("Long crossing")
    subscriber.play_episode()
    subscriber.wait_for_time(10.2)
    expect(subscriber.player.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    subscriber.player.get_by_role("button", name="Pause", exact=True).click()
    stopped = subscriber.media()["time"]
    assert stopped >= 10
    subscriber.page.wait_for_function(
        "(id) => fetch('/api/entries/' + id).then(a => a.json()).then(e => e.position >= 10)",
        arg=subscriber.entry("Long crossing")["id"],
    )

    subscriber.reload()
    expect(subscriber.player).to_be_visible()
    expect(subscriber.episode.locator(".play-button")).to_contain_text("left")
    subscriber.play_episode()
    subscriber.page.wait_for_function("() => !window.tonearmMedia[0].paused && window.tonearmMedia[0].currentTime > 0")
    assert abs(subscriber.media()["time"] - stopped) < 3


def test_an_episode_played_to_its_end_is_read_and_starts_anew(subscriber: Listener) -> None:
    subscriber.open_episode("Short crossing")
    subscriber.play_episode()
    subscriber.page.wait_for_function("() => window.tonearmMedia[0].ended", timeout=60_000)
    expect(subscriber.episode.get_by_role("button", name="Mark as unread")).to_be_visible()
    assert subscriber.entry("Short crossing")["read"] is True
    assert subscriber.api("/api/entries/unread-count")["unread"] == 2

    subscriber.reload()
    expect(subscriber.episode.locator(".play-button")).to_contain_text("Play")
    subscriber.play_episode()
    subscriber.page.wait_for_function("() => !window.tonearmMedia[0].paused && window.tonearmMedia[0].currentTime > 0")
    assert subscriber.media()["time"] < 5


def test_ninety_per_cent_counts_as_heard(subscriber: Listener) -> None:
    subscriber.open_episode("Long crossing")
    subscriber.play_episode()
    subscriber.wait_for_time(0.2)
    subscriber.page.evaluate("() => { window.tonearmMedia[0].currentTime = 80.2; }")
    subscriber.wait_for_time(80.4)
    expect(subscriber.episode.get_by_role("button", name="Mark as read")).to_be_visible()
    subscriber.wait_for_time(81.2)
    expect(subscriber.episode.get_by_role("button", name="Mark as unread")).to_be_visible()
    assert subscriber.media()["paused"] is False


def test_a_page_that_is_closed_while_it_plays_keeps_the_position(subscriber: Listener) -> None:
    entry = subscriber.entry("Long crossing")["id"]
    subscriber.open_episode("Long crossing")
    subscriber.play_episode()
    subscriber.wait_for_time(3)
    other = subscriber.page.context.new_page()
    other.goto(subscriber.address)
    subscriber.page.close()
    other.wait_for_function(
        "(id) => fetch('/api/entries/' + id).then(a => a.json()).then(e => e.position >= 2.5)", arg=entry
    )
    other.close()


def test_it_plays_on_while_other_places_are_looked_at(subscriber: Listener) -> None:
    subscriber.open_episode("Long crossing")
    subscriber.play_episode()
    subscriber.wait_for_time(1)
    subscriber.to_list()
    subscriber.open_feed("All Subscriptions")
    subscriber.open_episode("Short crossing")
    before = subscriber.media()["time"]
    subscriber.wait_for_time(before + 1)
    expect(subscriber.player.get_by_text("Long crossing")).to_be_visible()


def test_skipping_chapters_and_times_in_the_notes_seek(subscriber: Listener) -> None:
    subscriber.open_episode("Long crossing")
    subscriber.episode.get_by_role("button", name="Play from 0:40").click()
    subscriber.wait_for_time(40)
    assert subscriber.media()["time"] < 50
    subscriber.episode.get_by_role("button", name="1:00 Landfall").click()
    subscriber.wait_for_time(60)
    subscriber.player.get_by_role("button", name="Forward 30 seconds").click()
    subscriber.wait_for_time(89)


def test_speed_is_chosen_and_kept(subscriber: Listener) -> None:
    subscriber.open_episode("Long crossing")
    subscriber.play_episode()
    subscriber.wait_for_time(0.5)
    if subscriber.is_phone:
        subscriber.player.get_by_role("link", name="Now playing").click()
    place = subscriber.page.get_by_role("region", name="Now playing") if subscriber.is_phone else subscriber.player
    place.get_by_role("button", name="Speed 1×").click()
    subscriber.page.get_by_role("dialog", name="Speed").get_by_role("button", name="2×", exact=True).click()
    assert subscriber.media()["rate"] == 2
    subscriber.page.keyboard.press("Escape")
    expect(place.get_by_role("button", name="Speed 2×")).to_be_focused()
    subscriber.reload()
    expect(subscriber.page.locator(".speed").first).to_have_text("2×")


def test_the_phones_full_player_opens_and_closes_with_back(subscriber: Listener) -> None:
    subscriber.open_episode("Long crossing")
    subscriber.play_episode()
    subscriber.player.get_by_role("link", name="Now playing").click()
    sheet = subscriber.page.get_by_role("region", name="Now playing")
    if subscriber.is_phone:
        expect(sheet.get_by_role("heading", name="Long crossing")).to_be_visible()
        expect(sheet.get_by_role("slider", name="Position")).to_be_enabled()
        subscriber.page.go_back()
    expect(sheet).not_to_be_visible()
    expect(subscriber.episode.get_by_role("heading", name="Long crossing")).to_be_visible()


def test_media_that_does_not_come_is_explained_and_plays_when_it_does(
    subscriber: Listener, publisher: Publisher, console: Console
) -> None:
    console.expect(r"status of 50\d .*/media/")
    publisher.media_broken = True
    subscriber.open_episode("Long crossing")
    subscriber.play_episode()
    alert = subscriber.player.get_by_role("alert")
    expect(alert).not_to_be_empty()
    publisher.media_broken = False
    subscriber.player.get_by_role("button", name="Play", exact=True).click()
    subscriber.wait_for_time(0.5)
    expect(alert).not_to_be_visible()


def test_a_position_that_cannot_be_sent_is_sent_later(subscriber: Listener, server: Tonearm, console: Console) -> None:
    console.expect(r"net::ERR_", r"status of 50\d")
    subscriber.open_episode("Long crossing")
    subscriber.play_episode()
    subscriber.wait_for_time(2)
    server.kill()
    subscriber.player.get_by_role("button", name="Pause", exact=True).click()
    stopped = subscriber.media()["time"]
    expect(subscriber.page.locator(".banner")).to_be_visible()
    kept = subscriber.page.evaluate("(key) => localStorage.getItem(key)", subscriber.waiting)
    assert '"position"' in kept
    server.start()
    expect(subscriber.page.locator(".banner")).to_be_hidden(timeout=30_000)
    subscriber.wait_until_sent()
    assert abs(subscriber.entry("Long crossing")["position"] - stopped) < 0.5


def test_the_lock_screen_knows_what_plays(subscriber: Listener) -> None:
    subscriber.open_episode("Long crossing")
    subscriber.play_episode()
    subscriber.wait_for_time(0.5)
    session = "() => [navigator.mediaSession.metadata.title, navigator.mediaSession.metadata.artist]"
    assert subscriber.page.evaluate(session) == ["Long crossing", "Harbour & Sons"]
    assert subscriber.page.evaluate("() => navigator.mediaSession.playbackState") == "playing"
    subscriber.player.get_by_role("button", name="Pause", exact=True).click()
    subscriber.page.wait_for_function("() => navigator.mediaSession.playbackState === 'paused'")


def test_an_episode_goes_on_where_another_device_stopped(subscriber: Listener) -> None:
    subscriber.put_position("Long crossing", 44)
    subscriber.row("Long crossing").get_by_role("button", name="Play Long crossing").click()
    subscriber.wait_for_time(44)
    assert subscriber.media()["time"] < 60


def test_the_volume_and_the_muting_are_kept(subscriber: Listener) -> None:
    subscriber.open_episode("Long crossing")
    subscriber.play_episode()
    subscriber.wait_for_time(0.3)
    for _ in range(3):
        subscriber.page.keyboard.press("-")
    assert abs(subscriber.media()["volume"] - 0.7) < 0.01
    subscriber.page.keyboard.press("m")
    subscriber.reload()
    subscriber.page.wait_for_function("() => window.tonearmMedia[0].muted")
    assert abs(subscriber.media()["volume"] - 0.7) < 0.01
