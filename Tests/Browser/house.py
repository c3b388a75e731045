"""A server with its administrator, who lets users in: by a link, because a password costs a second of hashing."""

import json
import urllib.request
from urllib.parse import parse_qs, urlparse

from playwright.sync_api import BrowserContext
from tonearm import Tonearm

ADMINISTRATOR = "root"
PASSWORD = "a long password"


class House:
    def __init__(self, server: Tonearm) -> None:
        self.server = server
        answer, cookie = self.call(
            "POST", "/api/setup", {"token": server.setup_token, "name": ADMINISTRATOR, "password": PASSWORD}
        )
        assert answer["administrator"], answer
        self.cookie = cookie
        server.is_set_up()

    @property
    def address(self) -> str:
        return self.server.address

    def call(self, method: str, path: str, body: dict | None = None, cookie: str = "") -> tuple[dict, str]:
        """Answers the JSON and the cookie that was set."""
        request = urllib.request.Request(
            self.address + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json", "Origin": self.address, "Cookie": cookie},
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            text = answer.read()
            return (json.loads(text) if text else {}), (answer.headers.get("Set-Cookie") or "").partition(";")[0]

    def administer(self, method: str, path: str, body: dict | None = None) -> dict:
        return self.call(method, path, body, self.cookie)[0]

    def let_in(self, context: BrowserContext, name: str, administrator: bool = False) -> None:
        """Adds a user and signs a window in."""
        user = self.administer("POST", "/api/admin/users", {"name": name, "administrator": administrator})["user"]
        link = self.administer("POST", f"/api/admin/users/{user['id']}/links", {"purpose": "sign-in"})
        token = parse_qs(urlparse(link["url"]).fragment)["token"][0]
        answer = context.request.post(f"{self.address}/api/login", data={"token": token}, headers=self.headers)
        assert answer.ok, answer.text()

    def subscribe(self, context: BrowserContext, url: str) -> str:
        """Answers the feed's id."""
        answer = context.request.post(
            f"{self.address}/api/feeds", data={"url": url}, headers=self.headers, timeout=60_000
        )
        assert answer.ok, answer.text()
        report = answer.json()
        return (report["added"] + report["existing"])[0]["id"]

    def set_password(self, context: BrowserContext) -> None:
        """A user who came by a link has none."""
        answer = context.request.put(
            f"{self.address}/api/me/password", data={"new": PASSWORD}, headers=self.headers, timeout=60_000
        )
        assert answer.ok, answer.text()

    @property
    def headers(self) -> dict[str, str]:
        return {"Origin": self.address}
