"""Password, devices, tokens and users, on the page."""

import re
from collections.abc import Callable

import pytest
from conftest import Console
from house import PASSWORD, House
from listener import Listener
from playwright.sync_api import BrowserContext, Page, expect


@pytest.fixture
def settle(page: Page, house: House, size: str, name: str) -> Callable[..., Listener]:
    """Opens a section of the settings as a new user."""

    def open_section(section: str, administrator: bool = False) -> Listener:
        listener = Listener(page, house.address, size == "phone", name, house)
        house.let_in(page.context, name, administrator)
        listener.arrive(f"#/settings/{section}")
        return listener

    return open_section


def test_a_token_is_shown_once_copied_used_and_revoked(settle: Callable[..., Listener]) -> None:
    listener = settle("tokens")
    page = listener.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=listener.address)
    page.get_by_label("Name of the app or device").fill("AntennaPod")
    page.get_by_role("button", name="Make token").click()
    field = page.get_by_label("Token", exact=True)
    secret = field.input_value()
    assert secret.startswith("ta_")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()") == secret
    bearer = {"Authorization": f"Bearer {secret}", "Cookie": ""}
    assert page.request.get(f"{listener.address}/api/me", headers=bearer).json()["access"] == "token"
    page.reload()
    expect(page.get_by_text("AntennaPod", exact=True)).to_be_visible()
    assert secret not in page.content()
    page.get_by_role("button", name="Revoke AntennaPod").click()
    listener.dialog.get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("No app has a token.")).to_be_visible()
    assert page.request.get(f"{listener.address}/api/me", headers=bearer).status == 401


def test_a_token_without_a_name_is_not_made(settle: Callable[..., Listener]) -> None:
    listener = settle("tokens")
    listener.page.get_by_role("button", name="Make token").click()
    expect(listener.page.locator("#token-error")).to_contain_text("name")
    expect(listener.page.get_by_label("Name of the app or device")).to_be_focused()


def test_a_link_signs_another_device_in_and_the_list_signs_it_out(
    settle: Callable[..., Listener], window: Callable[..., BrowserContext], console: Console
) -> None:
    console.expect(r"status of 401 ", r"net::ERR_")
    listener = settle("devices")
    page = listener.page
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_label("Sign-in link").input_value()
    other = window().new_page()
    other.goto(link.replace(re.match(r"https?://[^/]+", link)[0], listener.address))
    expect(other.locator(".feeds-pane")).to_be_attached()
    assert "token" not in other.url
    page.reload()
    expect(page.get_by_text("This device")).to_be_visible()
    end = page.locator(".settings-content").get_by_role("button", name=re.compile("^Sign out Chrome"))
    expect(end).to_have_count(1)
    end.click()
    expect(end).to_have_count(0)
    other.reload()
    expect(other.get_by_role("heading", name="Sign in")).to_be_visible()


def test_the_first_password_needs_no_old_one_and_the_next_does(
    settle: Callable[..., Listener], console: Console
) -> None:
    console.expect(r"status of (401|403) .*/api/me/password$")
    listener = settle("account")
    page = listener.page
    page.get_by_label("New password", exact=True).fill(PASSWORD)
    page.get_by_label("New password once more").fill("another one")
    page.get_by_role("button", name="Set password").click()
    expect(page.locator("#password-error")).to_contain_text("differ")
    page.get_by_label("New password once more").fill(PASSWORD)
    page.get_by_role("button", name="Set password").click()
    expect(page.locator(".toast", has_text="Password changed")).to_be_visible()
    page.reload()
    page.get_by_label("Current password").fill("not that")
    page.get_by_label("New password", exact=True).fill("a longer password")
    page.get_by_label("New password once more").fill("a longer password")
    page.get_by_role("button", name="Change password").click()
    expect(page.locator("#password-error")).not_to_be_empty()


def test_an_administrator_adds_a_user_who_sets_a_password(
    settle: Callable[..., Listener], window: Callable[..., BrowserContext], name: str
) -> None:
    listener = settle("users", administrator=True)
    page = listener.page
    page.get_by_label("Name", exact=True).fill("no spaces allowed")
    page.get_by_role("button", name="Add user").click()
    expect(page.locator("#user-error")).to_contain_text("no spaces")
    page.get_by_label("Name", exact=True).fill(f"new-{name}")
    page.get_by_role("button", name="Add user").click()
    link = page.get_by_label("Link", exact=True).input_value()
    other = window().new_page()
    other.goto(link.replace(re.match(r"https?://[^/]+", link)[0], listener.address))
    expect(other.get_by_role("heading", name="Set your password")).to_be_visible()
    assert "password=" not in other.url
    other.get_by_label("Password", exact=True).fill(PASSWORD)
    other.get_by_role("button", name="Set it and sign in").click()
    expect(other.locator(".feeds-pane")).to_be_attached()
    page.reload()
    page.get_by_role("button", name=f"More about new-{name}").click()
    page.get_by_role("menuitem", name="Remove").click()
    listener.dialog.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("button", name=f"More about new-{name}")).to_have_count(0)


def test_who_is_no_administrator_is_offered_no_administration(settle: Callable[..., Listener]) -> None:
    listener = settle("playback")
    expect(listener.page.locator(".settings-section")).to_be_visible()
    assert listener.page.get_by_role("link", name="Users", exact=True).count() == 0
    listener.page.goto(f"{listener.address}/#/settings/users")
    expect(listener.page.locator(".section-title")).to_have_text("Playing")
