"""The page in an app: the recorded table of Tests/Fixtures/bridge, spoken in a real browser."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from house import House
from listener import Listener
from playwright.sync_api import BrowserContext, expect
from publisher import Publisher
from tonearm import REPOSITORY

APP = Path(__file__).with_name("app.js").read_text()
TABLE = json.loads((REPOSITORY / "Tests/Fixtures/bridge/messages.json").read_text())


@pytest.fixture
def enter(
    window: Callable[..., BrowserContext], house: House, size: str, name: str, publisher: Publisher
) -> Callable[..., Listener]:
    """Opens the harbour's podcast in an app of a version."""

    def open_in_app(version: int = 1) -> Listener:
        context = window()
        context.add_init_script(f"window.appVersion = {version};")
        context.add_init_script(APP)
        listener = Listener(context.new_page(), house.address, size == "phone", name, house)
        house.let_in(context, name)
        feed = house.subscribe(context, f"{publisher.address}/harbour.xml")
        listener.arrive(f"#/feeds/{feed}")
        expect(listener.row("Long crossing")).to_be_visible()
        return listener

    return open_in_app


def told(listener: Listener) -> list[dict]:
    return listener.page.evaluate("() => window.told")


def said(listener: Listener, word: str) -> list[dict]:
    return [message for message in told(listener) if message["t"] == word]


def wait_for_word(listener: Listener, word: str, times: int = 1) -> dict:
    listener.page.wait_for_function(
        "([word, times]) => window.told.filter(message => message.t === word).length >= times", arg=[word, times]
    )
    return said(listener, word)[-1]


def say(listener: Listener, message: dict | None) -> None:
    listener.page.evaluate("message => window.ipxNative.on(message)", message)


def test_audio_is_handed_over_and_no_element_of_the_page_plays(enter: Callable[..., Listener]) -> None:
    app = enter()
    ready = wait_for_word(app, "ready")
    assert (ready["version"], ready["rate"], ready["volume"]) == (1, 1, 1)
    app.open_episode("Long crossing")
    assert said(app, "load") == []
    app.play_episode()
    wait_for_word(app, "play")
    load = wait_for_word(app, "load")
    entry = app.entry("Long crossing")
    assert load["url"] == entry["media"]["url"]
    assert (load["enc"], load["feedId"], load["guid"]) == (entry["id"], entry["feed"], "Long crossing")
    assert (load["title"], load["feedTitle"], load["artwork"]) == (entry["title"], entry["feedTitle"], entry["art"])
    assert (load["position"], load["duration"], load["rate"], load["volume"]) == (0, 90, 1, 1)
    say(app, {"t": "meta", "dur": 90})
    say(app, {"t": "state", "playing": True})
    say(app, {"t": "time", "cur": 31.5, "dur": 90})
    expect(app.player.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    assert app.page.evaluate("() => window.tonearmMedia.every(media => !media.hasAttribute('src'))")
    assert app.page.evaluate("() => navigator.mediaSession.metadata") is None


def test_controls_speak_and_the_page_shows_what_the_app_says(enter: Callable[..., Listener]) -> None:
    app = enter()
    app.open_episode("Long crossing")
    app.play_episode()
    wait_for_word(app, "play")
    say(app, {"t": "meta", "dur": 90})
    say(app, {"t": "state", "playing": True})
    app.page.keyboard.press("ArrowRight")
    seek = wait_for_word(app, "seek")
    assert seek["to"] == 30
    say(app, {"t": "time", "cur": 0.4, "dur": 90})
    say(app, {"t": "time", "cur": 30.2, "dur": 90, "id": seek["id"]})
    app.page.keyboard.press("]")
    assert wait_for_word(app, "rate")["v"] == 1.1
    app.page.keyboard.press("m")
    assert wait_for_word(app, "volume")["v"] == 0
    app.page.keyboard.press(" ")
    wait_for_word(app, "pause")
    say(app, {"t": "state", "playing": False})
    expect(app.player.get_by_role("button", name="Play", exact=True)).to_be_visible()
    say(app, {"t": "error", "message": "Sign in again to go on listening."})
    expect(app.player.get_by_role("alert")).to_have_text("Sign in again to go on listening.")


def test_positions_are_the_apps_and_named_by_a_path(enter: Callable[..., Listener]) -> None:
    app = enter()
    written: list[str] = []
    app.page.on("request", lambda request: written.append(request.url) if request.method == "PUT" else None)
    app.open_episode("Long crossing")
    app.play_episode()
    wait_for_word(app, "play")
    say(app, {"t": "meta", "dur": 90})
    say(app, {"t": "state", "playing": True})
    say(app, {"t": "time", "cur": 20, "dur": 90})
    say(app, {"t": "state", "playing": False})
    position = wait_for_word(app, "position")
    assert position == {"t": "position", "url": f"/api/entries/{app.entry('Long crossing')['id']}/position"}
    say(app, {"t": "state", "playing": True})
    say(app, {"t": "time", "cur": 89, "dur": 90})
    say(app, {"t": "ended"})
    expect(app.episode.get_by_role("button", name="Mark as unread")).to_be_visible()
    assert [url for url in written if url.endswith(("/position", "/read"))] == []


def test_a_page_that_is_reloaded_shows_what_the_app_plays_and_starts_nothing(enter: Callable[..., Listener]) -> None:
    app = enter()
    entry = app.entry("Long crossing")
    app.reload()
    wait_for_word(app, "ready")
    say(app, {"t": "state", "playing": True, "enc": entry["id"], "cur": 44, "dur": 90})
    expect(app.player.get_by_text("Long crossing")).to_be_visible()
    expect(app.player.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    app.player.get_by_role("button", name="Pause", exact=True).click()
    wait_for_word(app, "pause")
    assert [message["t"] for message in told(app)] == ["ready", "pause"]


def test_an_app_of_another_version_is_named_and_the_page_plays_by_itself(enter: Callable[..., Listener]) -> None:
    app = enter(version=2)
    expect(app.page.locator(".banner.app")).to_contain_text("Update the server")
    app.open_episode("Long crossing")
    app.play_episode()
    app.wait_for_time(0.3)
    assert [message["t"] for message in told(app)] == ["ready"]
    app.page.locator(".banner.app").get_by_role("button", name="Dismiss").click()
    expect(app.page.locator(".banner.app")).to_have_count(0)


def test_video_stays_in_the_page(enter: Callable[..., Listener], publisher: Publisher) -> None:
    publisher.add_episode("Seen crossing", "film.webm")
    app = enter()
    app.open_episode("Seen crossing")
    app.play_episode()
    video = app.page.locator("video")
    expect(video).to_be_visible()
    app.page.wait_for_function("() => document.querySelector('.stage video').currentTime > 0.2")
    assert said(app, "load") == []
    assert said(app, "play") == []


def test_what_no_app_may_say_changes_nothing(enter: Callable[..., Listener]) -> None:
    app = enter()
    app.open_episode("Long crossing")
    app.play_episode()
    wait_for_word(app, "play")
    say(app, {"t": "meta", "dur": 90})
    say(app, {"t": "time", "cur": 12, "dur": 90})
    slider = app.page.locator("input.seek").first
    expect(slider).to_have_attribute("aria-valuetext", "12 seconds of 1 minute 30 seconds")
    for row in TABLE["appToPage"]:
        if row["page"] != "accepted":
            say(app, row["message"])
    expect(slider).to_have_attribute("aria-valuetext", "12 seconds of 1 minute 30 seconds")
