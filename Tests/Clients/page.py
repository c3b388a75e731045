"""What the page does, over the same API: signed in by a cookie."""

import json
import time
import urllib.request
from collections.abc import Callable
from http.cookiejar import CookieJar
from typing import Any


class PageClient:
    def __init__(self, address: str) -> None:
        self.address = address
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def send(self, method: str, path: str, value: Any = None) -> Any:
        body = None if value is None else json.dumps(value).encode()
        request = urllib.request.Request(self.address + path, body, method=method)
        request.add_header("Content-Type", "application/json")
        with self.opener.open(request) as response:
            text = response.read()
            return json.loads(text) if text else None

    def set_up(self, token: str, name: str, password: str) -> None:
        self.send("POST", "/api/setup", {"token": token, "name": name, "password": password})

    def log_in(self, name: str, password: str) -> None:
        self.send("POST", "/api/login", {"name": name, "password": password})

    def subscribe(self, url: str) -> None:
        self.send("POST", "/api/feeds", {"url": url})

    def feeds(self) -> list[dict[str, Any]]:
        return [feed for feed in self.send("GET", "/api/feeds")["feeds"] if feed["id"] != "all"]

    def urls(self) -> set[str]:
        return {feed["url"] for feed in self.feeds()}

    def entries(self) -> dict[str, dict[str, Any]]:
        """The entries by title."""
        page = self.send("GET", "/api/feeds/all/entries?limit=200")
        return {entry["title"]: entry for entry in page["entries"]}

    def play(self, title: str, seconds: float, at: str, duration: float = 600) -> None:
        entry = self.entries()[title]["id"]
        position = {"seconds": seconds, "duration": duration, "at": at}
        self.send("PUT", f"/api/entries/{entry}/position", position)

    def read(self, title: str, read: bool = True) -> None:
        self.send("PUT", f"/api/entries/{self.entries()[title]['id']}/read", {"read": read})

    def token(self, name: str) -> str:
        return self.send("POST", "/api/tokens", {"name": name})["secret"]


def eventually(condition: Callable[[], bool]) -> None:
    """Waits for what the server does by itself, such as fetching a feed."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.05)
