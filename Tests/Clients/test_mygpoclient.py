"""mygpoclient from PyPI: the reference client of the gpodder.net API."""

import pytest
from conftest import NAME, PASSWORD
from mygpoclient.api import EpisodeAction, MygPodderClient
from mygpoclient.http import BadRequest, NotFound, Unauthorized
from mygpoclient.simple import SimpleClient
from page import PageClient, eventually
from publisher import Publisher
from tonearm import Tonearm


def client(server: Tonearm, password: str = PASSWORD, name: str = NAME) -> MygPodderClient:
    return MygPodderClient(name, password, server.address)


def played(publisher: Publisher, show: str, number: int, position: int, at: str, **more: object) -> EpisodeAction:
    return EpisodeAction(
        publisher.feed(show),
        publisher.episode(show, number),
        "play",
        timestamp=at,
        started=0,
        position=position,
        total=600,
        **more,
    )


def test_devices_are_made_known_changed_and_listed(server: Tonearm, page: PageClient) -> None:
    phone = client(server)
    assert phone.update_device_settings("phone", caption="My phone", type="mobile")
    assert phone.update_device_settings("desk", caption="Desk")
    assert phone.update_device_settings("phone", caption="Old phone")
    devices = {device.device_id: device for device in phone.get_devices()}
    assert devices["phone"].caption == "Old phone"
    assert devices["phone"].type == "mobile"
    assert devices["desk"].type == "other"
    with pytest.raises(BadRequest):
        phone.update_device_settings("phone", type="toaster")


def test_a_wrong_password_is_refused_and_another_users_name_too(server: Tonearm, page: PageClient) -> None:
    with pytest.raises(Unauthorized):
        client(server, "wrong").get_devices()
    with pytest.raises(Unauthorized):
        client(server, page.token("phone"), name="bob").get_devices()
    assert client(server, page.token("phone")).get_devices() == []


def test_one_client_goes_on_by_its_cookie(server: Tonearm, page: PageClient) -> None:
    """urllib answers three challenges in a client's life; after that only the cookie helps."""
    phone = client(server)
    for _ in range(10):
        assert phone.get_devices() == []


def test_subscriptions_are_the_pages(server: Tonearm, page: PageClient, publisher: Publisher) -> None:
    phone, desk = client(server), client(server)
    phone.update_device_settings("phone")
    desk.update_device_settings("desk")
    first = desk.pull_subscriptions("desk")
    assert (first.add, first.remove) == ([], [])

    sent = phone.update_subscriptions("phone", add_urls=[publisher.feed("tides"), " " + publisher.feed("winds")])
    assert (" " + publisher.feed("winds"), publisher.feed("winds")) in sent.update_urls
    assert page.urls() == {publisher.feed("tides"), publisher.feed("winds")}
    eventually(lambda: "tides 3" in page.entries())

    page.subscribe(publisher.feed("stars"))
    news = desk.pull_subscriptions("desk", first.since)
    assert set(news.add) == {publisher.feed("tides"), publisher.feed("winds"), publisher.feed("stars")}

    desk.update_subscriptions("desk", remove_urls=[publisher.feed("winds")])
    assert page.urls() == {publisher.feed("tides"), publisher.feed("stars")}
    news = phone.pull_subscriptions("phone", sent.since)
    assert publisher.feed("winds") in news.remove
    assert publisher.feed("stars") in news.add

    with pytest.raises(BadRequest):
        phone.update_subscriptions("phone", add_urls=["http://a.example/"], remove_urls=["http://a.example/"])
    with pytest.raises(NotFound):
        phone.pull_subscriptions("nowhere")


def test_whole_lists_are_put_and_got_in_every_format(server: Tonearm, page: PageClient, publisher: Publisher) -> None:
    both = [publisher.feed("tides"), publisher.feed("winds")]
    simple = SimpleClient(NAME, PASSWORD, server.address)
    assert simple.put_subscriptions("desk", both)
    assert sorted(simple.get_subscriptions("desk")) == both

    def text(form: str) -> str:
        return simple._client._opener.open(simple.locator.subscriptions_uri("desk", form)).read().decode()

    assert text("txt") == f"{both[0]}\n{both[1]}\n"
    assert all(f'xmlUrl="{url}"' in text("opml") for url in both)
    assert simple.put_subscriptions("desk", both[:1])
    assert page.urls() == {both[0]}
    with pytest.raises(NotFound):
        simple.get_subscriptions("nowhere")


def test_a_new_devices_list_removes_nothing(server: Tonearm, page: PageClient, publisher: Publisher) -> None:
    """A device that has never seen the list does not mean to end what it does not have."""
    page.subscribe(publisher.feed("tides"))
    assert client(server).put_subscriptions("tablet", [publisher.feed("winds")])
    assert page.urls() == {publisher.feed("tides"), publisher.feed("winds")}
    assert client(server).put_subscriptions("tablet", [publisher.feed("winds")])
    assert page.urls() == {publisher.feed("winds")}


def test_two_clients_and_the_page_see_one_anothers_positions(
    server: Tonearm, page: PageClient, publisher: Publisher
) -> None:
    phone, desk = client(server), client(server, page.token("desk"))
    page.subscribe(publisher.feed("tides"))
    since = desk.download_episode_actions().since

    phone.upload_episode_actions([played(publisher, "tides", 1, 120, "2026-11-20T10:00:00", device="phone")])
    assert page.entries()["tides 1"]["position"] == 120
    news = desk.download_episode_actions(since)
    assert [(a.episode, a.position) for a in news.actions] == [(publisher.episode("tides", 1), 120)]

    page.play("tides 1", 240, "2026-11-20T11:00:00.000Z")
    for other in (phone.download_episode_actions(since), desk.download_episode_actions(news.since)):
        last = max(other.actions, key=lambda action: action.timestamp)
        assert (last.position, last.total, last.podcast) == (240, 600, publisher.feed("tides"))

    page.read("tides 2")
    done = [a for a in desk.download_episode_actions(news.since).actions if a.episode.endswith("/2.mp3")]
    assert [(a.action, a.position, a.total) for a in done] == [("play", 600, 600)]

    desk.upload_episode_actions([played(publisher, "tides", 3, 595, "2026-11-20T12:00:00")])
    assert page.entries()["tides 3"]["read"]


def test_a_phone_that_was_offline_neither_loses_nor_undoes(
    server: Tonearm, page: PageClient, publisher: Publisher
) -> None:
    """It sends old actions late: others hear of them by arrival, and what was heard since stays."""
    page.subscribe(publisher.feed("tides"))
    desk, phone = client(server), client(server)
    page.play("tides 1", 300, "2026-11-25T10:00:00.000Z")
    since = desk.download_episode_actions().since
    phone.upload_episode_actions(
        [
            played(publisher, "tides", 1, 60, "2026-11-18T10:00:00"),
            played(publisher, "tides", 2, 90, "2026-11-18T11:00:00"),
        ]
    )
    assert page.entries()["tides 1"]["position"] == 300
    assert page.entries()["tides 2"]["position"] == 90
    newest: dict[str, EpisodeAction] = {}
    for action in desk.download_episode_actions(since).actions:
        known = newest.get(action.episode)
        if known is None or action.timestamp > known.timestamp:
            newest[action.episode] = action
    assert newest[publisher.episode("tides", 1)].position == 300
    assert newest[publisher.episode("tides", 2)].position == 90


def test_an_action_waits_for_its_episode(server: Tonearm, page: PageClient, publisher: Publisher) -> None:
    phone = client(server)
    phone.upload_episode_actions([played(publisher, "winds", 3, 77, "2026-11-20T10:00:00")])
    phone.update_subscriptions("phone", add_urls=[publisher.feed("winds")])
    eventually(lambda: "winds 2" in page.entries())
    publisher.shows["winds"] = 3
    feed = page.feeds()[0]["id"]
    page.send("POST", f"/api/feeds/{feed}/refresh")
    eventually(lambda: page.entries().get("winds 3", {}).get("position") == 77)


def test_what_was_heard_comes_back_with_a_subscription(server: Tonearm, page: PageClient, publisher: Publisher) -> None:
    phone = client(server)
    page.subscribe(publisher.feed("tides"))
    phone.upload_episode_actions([played(publisher, "tides", 1, 120, "2026-11-20T10:00:00")])
    phone.update_subscriptions("phone", remove_urls=[publisher.feed("tides")])
    assert page.entries() == {}
    phone.update_subscriptions("phone", add_urls=[publisher.feed("tides")])
    eventually(lambda: page.entries().get("tides 1", {}).get("position") == 120)


def test_other_actions_are_kept_and_filtered(server: Tonearm, page: PageClient, publisher: Publisher) -> None:
    phone = client(server)
    page.subscribe(publisher.feed("tides"))
    feed, episode = publisher.feed("tides"), publisher.episode("tides", 1)
    phone.upload_episode_actions(
        [
            EpisodeAction(feed, episode, "download", device="phone", timestamp="2026-11-20T10:00:00"),
            EpisodeAction(feed, episode, "delete", device="desk", timestamp="2026-11-20T11:00:00"),
            EpisodeAction("http://elsewhere.example/feed", "http://elsewhere.example/1.mp3", "flattr"),
        ]
    )
    everything = phone.download_episode_actions().actions
    assert sorted(action.action for action in everything) == ["delete", "download", "flattr"]
    of_desk = phone.download_episode_actions(device_id="desk").actions
    assert [action.action for action in of_desk] == ["delete"]
    of_feed = phone.download_episode_actions(podcast=feed).actions
    assert sorted(action.action for action in of_feed) == ["delete", "download"]
    with pytest.raises(NotFound):
        phone.download_episode_actions(podcast="http://nobody.example/")
    assert {device.device_id for device in phone.get_devices()} == {"phone", "desk"}


def test_an_unplayed_episode_is_new_again_everywhere(server: Tonearm, page: PageClient, publisher: Publisher) -> None:
    phone, desk = client(server), client(server)
    page.subscribe(publisher.feed("tides"))
    phone.upload_episode_actions([played(publisher, "tides", 1, 600, "2026-11-20T10:00:00")])
    assert page.entries()["tides 1"]["read"]
    since = desk.download_episode_actions().since
    new = EpisodeAction(
        publisher.feed("tides"), publisher.episode("tides", 1), "new", timestamp="2026-11-21T10:00:00"
    )
    phone.upload_episode_actions([new])
    assert not page.entries()["tides 1"]["read"]
    assert [action.action for action in desk.download_episode_actions(since).actions] == ["new"]
    page.read("tides 2")
    page.read("tides 2", False)
    since = desk.download_episode_actions(since).since
    assert desk.download_episode_actions(since).actions == []


def test_settings_are_kept_by_scope(server: Tonearm, page: PageClient, publisher: Publisher) -> None:
    phone = client(server)
    phone.update_device_settings("phone")
    feed, episode = publisher.feed("tides"), publisher.episode("tides", 1)
    for kind, scope in (
        ("account", (None, None)),
        ("device", ("phone", None)),
        ("podcast", (feed, None)),
        ("episode", (feed, episode)),
    ):
        done = phone.set_settings(kind, *scope, {"speed": 1.5, "name": kind}, [])
        assert done == {"speed": 1.5, "name": kind}
        assert phone.set_settings(kind, *scope, {}, ["speed"]) == {"name": kind}
        assert phone.get_settings(kind, *scope) == {"name": kind}


def test_favourites_are_the_starred_entries(server: Tonearm, page: PageClient, publisher: Publisher) -> None:
    page.subscribe(publisher.feed("tides"))
    entry = page.entries()["tides 2"]["id"]
    page.send("PUT", f"/api/entries/{entry}/starred", {"starred": True})
    favourites = client(server).get_favorite_episodes()
    assert [episode.url for episode in favourites] == [publisher.episode("tides", 2)]


def test_updates_tell_everything_at_once(server: Tonearm, page: PageClient, publisher: Publisher) -> None:
    phone = client(server)
    phone.update_device_settings("phone")
    page.subscribe(publisher.feed("tides"))
    update = phone._client.GET(f"{server.address}/api/2/updates/{NAME}/phone.json?since=0&include_actions=true")
    assert [podcast["url"] for podcast in update["add"]] == [publisher.feed("tides")]
    assert {episode["status"] for episode in update["updates"]} == {"new"}
    assert len(update["updates"]) == 3
