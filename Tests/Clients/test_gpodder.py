"""Debian's gPodder: its command line subscribes, its own synchronisation talks to the server."""

import json
import os
import subprocess
from pathlib import Path

from conftest import NAME, PASSWORD
from mygpoclient.api import EpisodeAction, MygPodderClient
from page import PageClient, eventually
from publisher import Publisher
from tonearm import Tonearm

CLIENT = Path(__file__).with_name("gpodder_client.py")


class GPodder:
    """One installation in a home of its own."""

    def __init__(self, home: Path, server: Tonearm, device: str, password: str = PASSWORD) -> None:
        home.mkdir()
        self.environment = {
            **os.environ,
            "GPODDER_HOME": str(home),
            "GPODDER_DOWNLOAD_DIR": str(home / "downloads"),
            "HOME": str(home),
            "GPODDER_SERVER": server.address,
            "GPODDER_USER": NAME,
            "GPODDER_PASSWORD": password,
            "GPODDER_DEVICE": device,
        }

    def run(self, *words: str) -> str:
        done = subprocess.run(words, env=self.environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def gpo(self, *words: str) -> str:
        return self.run("/usr/bin/gpo", *words)

    def synchronise(self, *words: str) -> dict:
        return json.loads(self.run("/usr/bin/python3", str(CLIENT), *words).splitlines()[-1])


def test_gpodder_mygpoclient_and_the_page_share_one_listener(
    tmp_path: Path, server: Tonearm, page: PageClient, publisher: Publisher
) -> None:
    desk = GPodder(tmp_path / "desk", server, "desk")
    laptop = GPodder(tmp_path / "laptop", server, "laptop", page.token("laptop"))
    phone = MygPodderClient(NAME, PASSWORD, server.address)

    desk.gpo("subscribe", publisher.feed("tides"))
    assert desk.synchronise()["enabled"]
    assert page.urls() == {publisher.feed("tides")}
    eventually(lambda: "tides 3" in page.entries())

    page.subscribe(publisher.feed("winds"))
    laptop.synchronise()
    assert publisher.feed("winds") in laptop.gpo("list")
    assert laptop.synchronise()["podcasts"] == [publisher.feed("tides"), publisher.feed("winds")]

    # gPodder to the page and to the others.
    desk.synchronise("--play", "tides 1", "123", "600", "1795168800")
    assert page.entries()["tides 1"]["position"] == 123
    assert laptop.synchronise()["positions"]["tides 1"] == 123
    heard = {action.episode: action.position for action in phone.download_episode_actions().actions}
    assert heard[publisher.episode("tides", 1)] == 123

    # The page to gPodder.
    page.play("tides 1", 345, "2026-11-25T12:00:00.000Z")
    assert desk.synchronise()["positions"]["tides 1"] == 345
    assert laptop.synchronise()["positions"]["tides 1"] == 345

    # mygpoclient to both.
    phone.upload_episode_actions(
        [
            EpisodeAction(
                publisher.feed("winds"),
                publisher.episode("winds", 2),
                "play",
                timestamp="2026-11-26T12:00:00",
                started=0,
                position=222,
                total=600,
            )
        ]
    )
    assert page.entries()["winds 2"]["position"] == 222
    assert laptop.synchronise()["positions"]["winds 2"] == 222

    # Ending a subscription on the page ends it everywhere.
    winds = next(feed["id"] for feed in page.feeds() if feed["url"] == publisher.feed("winds"))
    page.send("DELETE", f"/api/feeds/{winds}")
    assert laptop.synchronise()["podcasts"] == [publisher.feed("tides")]


def test_a_wrong_password_switches_gpodders_synchronisation_off(
    tmp_path: Path, server: Tonearm, page: PageClient
) -> None:
    assert not GPodder(tmp_path / "desk", server, "desk", "wrong").synchronise()["enabled"]
