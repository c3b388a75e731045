"""The page on which a person lets another program in: plain HTML, in whatever browser that program opens."""

import json
import urllib.error
import urllib.parse
import urllib.request

from axe import violations
from conftest import Console
from house import ADMINISTRATOR, PASSWORD, House
from playwright.sync_api import Page, expect


def post(address: str, form: dict[str, str], agent: str = "AntennaPod/3.9") -> dict | None:
    """Answers JSON; nothing for 404."""
    body = urllib.parse.urlencode(form).encode()
    request = urllib.request.Request(address, body, {"User-Agent": agent})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.loads(answer.read())
    except urllib.error.HTTPError as error:
        assert error.code == 404
        return None


def test_one_who_is_signed_in_lets_an_app_in(page: Page, house: House, name: str) -> None:
    house.let_in(page.context, name)
    begun = post(f"{house.address}/index.php/login/v2", {})
    assert begun
    page.goto(begun["login"])
    expect(page.get_by_role("heading", name="Let an app synchronise?")).to_be_visible()
    expect(page.get_by_text(f"AntennaPod/3.9 wants to read and change your podcasts as {name}")).to_be_visible()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == []
    assert post(begun["poll"]["endpoint"], {"token": begun["poll"]["token"]}) is None
    page.get_by_role("button", name="Allow").click()
    expect(page.get_by_role("heading", name="Done")).to_be_visible()
    done = post(begun["poll"]["endpoint"], {"token": begun["poll"]["token"]})
    assert done and done["loginName"] == name
    request = urllib.request.Request(f"{house.address}/api/me", headers={"Authorization": f"Bearer {done['appPassword']}"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        assert json.loads(answer.read())["name"] == name


def test_one_who_is_not_signs_in_first(page: Page, house: House, console: Console) -> None:
    console.expect(r"status of 404 .*/flow/")
    begun = post(f"{house.address}/index.php/login/v2", {}, "<b>Pod</b>")
    assert begun
    page.goto(begun["login"])
    expect(page.get_by_text("<b>Pod</b> wants to read and change your podcasts")).to_be_visible()
    assert violations(page) == []
    page.get_by_label("Name").fill(ADMINISTRATOR)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in and allow").click()
    expect(page.get_by_role("heading", name="Done")).to_be_visible()
    done = post(begun["poll"]["endpoint"], {"token": begun["poll"]["token"]})
    assert done and done["loginName"] == ADMINISTRATOR
    page.goto(begun["login"])
    expect(page.get_by_role("heading", name="Nothing to allow")).to_be_visible()
