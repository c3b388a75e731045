import re

from conftest import Console
from listener import Listener
from playwright.sync_api import expect
from tonearm import Tonearm

# How many of the server's answers the service worker still keeps.
KEPT_ANSWERS = """async () => {
  const names = (await caches.keys()).filter(name => name.startsWith('tonearm-data'));
  const kept = await Promise.all(names.map(async name => (await (await caches.open(name)).keys()).length));
  return kept.reduce((sum, count) => sum + count, 0);
}"""


def test_before_the_setup_the_page_says_where_to_go(stranger: Listener) -> None:
    stranger.page.goto(stranger.address)
    expect(stranger.page.get_by_role("alert")).to_contain_text("link")


def test_the_setup_link_sets_the_administrator_and_works_once(
    stranger: Listener, server: Tonearm, console: Console
) -> None:
    console.expect(r"status of 4\d\d .*/api/setup$")
    stranger.set_up(server.setup_token or "")
    server.is_set_up()
    assert "setup" not in stranger.page.url
    me = stranger.api("/api/me")
    assert (me["name"], me["administrator"]) == (stranger.name, True)
    stranger.page.goto("about:blank")
    stranger.page.goto(f"{stranger.address}/#setup={server.setup_token}")
    stranger.page.get_by_label("Name").fill("eve")
    stranger.page.get_by_label("Password", exact=True).fill("another password")
    stranger.page.get_by_role("button", name="Start").click()
    expect(stranger.page.get_by_role("alert")).not_to_be_empty()


def test_a_weak_password_is_refused_before_it_is_sent(stranger: Listener, server: Tonearm) -> None:
    stranger.page.goto(f"{stranger.address}/#setup={server.setup_token}")
    stranger.page.get_by_label("Name").fill("ada")
    stranger.page.get_by_label("Password", exact=True).fill("short")
    stranger.page.get_by_role("button", name="Start").click()
    expect(stranger.page.get_by_role("alert")).to_contain_text("8 characters")
    expect(stranger.page.get_by_label("Password", exact=True)).to_be_focused()


def test_signing_out_and_in_again(subscriber: Listener, console: Console) -> None:
    console.expect(r"status of 401 .*/api/(login|events)$")
    assert subscriber.house is not None
    subscriber.house.set_password(subscriber.page.context)
    if subscriber.is_phone:
        subscriber.page.get_by_role("button", name="Back to subscriptions").click()
    subscriber.page.get_by_role("button", name="More", exact=True).click()
    subscriber.page.get_by_role("menuitem", name=f"Sign out {subscriber.name}").click()
    expect(subscriber.page.get_by_role("heading", name="Sign in")).to_be_visible()
    assert subscriber.page.evaluate(KEPT_ANSWERS) == 0
    subscriber.sign_in(password="wrong password")
    expect(subscriber.page.get_by_role("alert")).not_to_be_empty()
    subscriber.sign_in()
    expect(subscriber.subscriptions.get_by_role("link", name="Harbour & Sons")).to_be_attached()


def test_a_session_that_ends_asks_again_and_goes_on_where_it_was(subscriber: Listener, console: Console) -> None:
    console.expect(r"status of 401 ")
    assert subscriber.house is not None
    subscriber.house.set_password(subscriber.page.context)
    subscriber.page.context.clear_cookies()
    subscriber.row("Long crossing").locator("a").click()
    expect(subscriber.page.get_by_role("heading", name="Sign in")).to_be_visible()
    subscriber.sign_in()
    expect(subscriber.page).to_have_url(re.compile(r"#/entries/"))
    expect(subscriber.episode.get_by_role("heading", name="Long crossing")).to_be_visible()


def test_a_server_that_goes_away_is_announced_and_what_was_seen_stays(
    subscriber: Listener, server: Tonearm, console: Console
) -> None:
    console.expect(r"net::ERR_", r"status of 50\d")
    subscriber.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    subscriber.reload()
    subscriber.open_episode("Long crossing")
    expect(subscriber.episode.locator(".notes")).to_be_visible()
    server.kill()
    subscriber.reload()
    expect(subscriber.page.locator(".banner")).to_contain_text("Offline")
    expect(subscriber.episode.get_by_role("heading", name="Long crossing")).to_be_visible()
    expect(subscriber.episode.locator(".notes")).to_be_visible()
    subscriber.episode.get_by_role("button", name="Star").click()
    server.start()
    expect(subscriber.page.locator(".banner")).to_be_hidden(timeout=30_000)
    subscriber.wait_until_sent()
    assert subscriber.entry("Long crossing")["starred"] is True
