"""Loading and failure, seen. The service worker is away here, so that the page alone has to cope."""

import threading
from collections.abc import Callable

import pytest
from conftest import Console
from house import House
from listener import Listener
from playwright.sync_api import BrowserContext, Page, Route, expect
from publisher import Publisher


@pytest.fixture
def bare(
    window: Callable[..., BrowserContext],
    house: House,
    size: str,
    name: str,
    publisher: Publisher,
    console: Console,
) -> Listener:
    """A user with the harbour's podcast, in a window without a service worker, whose network is disturbed."""
    console.expect(r"net::ERR_FAILED")
    context = window(service_workers="block")
    listener = Listener(context.new_page(), house.address, size == "phone", name, house)
    house.let_in(context, name)
    feed = house.subscribe(context, f"{publisher.address}/harbour.xml")
    listener.arrive(f"#/feeds/{feed}")
    expect(listener.row("Long crossing")).to_be_visible()
    return listener


def refuse(page: Page, pattern: str) -> None:
    page.route(pattern, lambda route: route.abort())


def test_a_list_that_does_not_come_can_be_asked_for_again(bare: Listener) -> None:
    refuse(bare.page, "**/api/feeds/*/entries*")
    bare.reload()
    pane = bare.page.locator(".entries-pane")
    expect(pane.get_by_role("alert")).to_contain_text("cannot be reached")
    with bare.page.expect_request("**/api/feeds/*/entries*"):
        pane.get_by_role("button", name="Try again").click()
    bare.page.unroute("**/api/feeds/*/entries*")
    # By the button, or by the page itself as soon as it hears of the server again.
    expect(bare.row("Long crossing").or_(pane.get_by_role("button", name="Try again")).first).to_be_visible()
    expect(bare.row("Long crossing")).to_be_visible(timeout=30_000)


def test_an_episode_that_does_not_come_can_be_asked_for_again(bare: Listener) -> None:
    refuse(bare.page, "**/api/entries/*")
    bare.row("Long crossing").locator("a").click()
    expect(bare.episode.get_by_role("heading", name="Long crossing")).to_be_visible()
    expect(bare.episode.get_by_role("alert")).to_contain_text("cannot be reached")
    bare.page.unroute("**/api/entries/*")
    bare.episode.get_by_role("button", name="Try again").click()
    expect(bare.episode.locator(".notes")).to_be_visible()


def test_no_answer_at_the_gate_can_be_tried_again(bare: Listener) -> None:
    refuse(bare.page, "**/api/me")
    bare.page.reload()
    expect(bare.page.get_by_role("heading", name="No answer")).to_be_visible()
    bare.page.unroute("**/api/me")
    bare.page.get_by_role("button", name="Try again").click()
    expect(bare.row("Long crossing")).to_be_visible()


def test_what_is_on_its_way_is_announced(bare: Listener) -> None:
    held: list[Route] = []
    arrived = threading.Event()

    def hold(route: Route) -> None:
        held.append(route)
        arrived.set()

    bare.page.route("**/api/feeds/*/entries*", hold)
    bare.reload()
    skeleton = bare.page.locator(".entries-pane .skeleton")
    expect(skeleton).to_be_visible()
    expect(skeleton).to_have_attribute("aria-label", "Loading")
    assert arrived.is_set()
    for route in held:
        route.continue_()
    expect(bare.row("Long crossing")).to_be_visible()
    expect(skeleton).to_have_count(0)


def test_a_change_that_fails_on_the_way_is_undone_by_nobody(bare: Listener) -> None:
    """It is shown, kept in the browser, and sent as soon as the server answers."""
    refuse(bare.page, "**/api/entries/*/read")
    bare.open_episode("Long crossing")
    bare.episode.get_by_role("button", name="Mark as read").click()
    expect(bare.page.locator(".banner")).to_be_visible()
    expect(bare.episode.get_by_role("button", name="Mark as unread")).to_be_visible()
    bare.page.unroute("**/api/entries/*/read")
    expect(bare.page.locator(".banner")).to_be_hidden(timeout=30_000)
    bare.wait_until_sent()
    assert bare.entry("Long crossing")["read"] is True
