"""What a person does on the page. The words are the same on a phone and on a desktop."""

import re
from datetime import datetime, timezone

from house import PASSWORD, House
from playwright.sync_api import Locator, Page, expect

MEDIA = """() => {
  const media = window.tonearmMedia[0];
  return {
    time: media.currentTime, paused: media.paused, rate: media.playbackRate, muted: media.muted, volume: media.volume,
  };
}"""


class Listener:
    def __init__(
        self, page: Page, address: str, is_phone: bool, name: str = "ada", house: House | None = None
    ) -> None:
        self.page = page
        self.address = address
        self.is_phone = is_phone
        self.name = name
        self.house = house

    # Arriving

    def set_up(self, token: str) -> None:
        self.page.goto(f"{self.address}/#setup={token}")
        expect(self.page.get_by_role("heading", name="Set the administrator's name and password")).to_be_visible()
        self.page.get_by_label("Name").fill(self.name)
        self.page.get_by_label("Password", exact=True).fill(PASSWORD)
        self.page.get_by_role("button", name="Start").click()
        expect(self.subscriptions).to_be_attached()

    def arrive(self, place: str = "") -> None:
        self.page.goto(f"{self.address}/{place}")
        expect(self.subscriptions).to_be_attached()

    def sign_in(self, password: str = PASSWORD) -> None:
        self.page.get_by_label("Name").fill(self.name)
        self.page.get_by_label("Password", exact=True).fill(password)
        self.page.get_by_role("button", name="Sign in").click()

    def reload(self) -> None:
        self.page.reload()
        expect(self.subscriptions).to_be_attached()

    # Places

    @property
    def subscriptions(self) -> Locator:
        return self.page.locator(".feeds-pane")

    @property
    def player(self) -> Locator:
        return self.page.get_by_role("region", name="Player", exact=True)

    @property
    def episode(self) -> Locator:
        return self.page.get_by_role("region", name="Episode", exact=True)

    @property
    def dialog(self) -> Locator:
        return self.page.get_by_role("dialog")

    def row(self, title: str) -> Locator:
        return self.page.locator(".middle-pane:not([hidden]) .entry-row").filter(has_text=re.compile(re.escape(title)))

    def open_feed(self, title: str) -> None:
        if self.is_phone and not self.subscriptions.is_visible():
            self.page.get_by_role("button", name="Back to subscriptions").click()
        self.subscriptions.get_by_role("link", name=title).click()
        expect(self.page.locator("#entries-title")).to_have_text(title)

    def open_episode(self, title: str) -> None:
        self.row(title).locator("a").click()
        expect(self.episode.get_by_role("heading", name=title)).to_be_visible()

    def to_list(self) -> None:
        """On a phone the episode covers its list."""
        if self.is_phone:
            self.page.get_by_role("button", name="Back to the list").click()

    # Subscribing

    def ask_to_subscribe(self, address: str) -> None:
        if not self.dialog.is_visible():
            if self.is_phone and not self.subscriptions.is_visible():
                self.page.get_by_role("button", name="Back to subscriptions").click()
            self.page.get_by_role("button", name="Subscribe to a podcast").first.click()
        self.dialog.get_by_label("Address of the podcast").fill(address)
        self.dialog.get_by_role("button", name="Subscribe").click()

    def subscribe(self, address: str, title: str) -> None:
        self.ask_to_subscribe(address)
        expect(self.page.locator("#entries-title")).to_have_text(title)
        expect(self.dialog).to_have_count(0)

    @property
    def waiting(self) -> str:
        """The browser's key of what waits to be sent."""
        return f"tonearm.outbox.{self.name}"

    def wait_until_sent(self) -> None:
        self.page.wait_for_function("(key) => localStorage.getItem(key) === '[]'", arg=self.waiting)

    # Playing

    def play_episode(self) -> None:
        self.episode.locator(".play-button").click()

    def media(self) -> dict[str, float]:
        """The truth: what the media element says, which the page keeps outside of the document."""
        return self.page.evaluate(MEDIA)

    def wait_for_time(self, seconds: float) -> None:
        self.page.wait_for_function("(t) => window.tonearmMedia[0].currentTime >= t", arg=seconds, timeout=60_000)

    def api(self, path: str) -> dict:
        answer = self.page.request.get(self.address + path)
        assert answer.ok, f"{path}: {answer.status}"
        return answer.json()

    def entry(self, title: str) -> dict:
        entries = self.api("/api/feeds/all/entries?limit=200&filter=all")["entries"]
        return next(entry for entry in entries if entry["title"] == title)

    def send(self, method: str, path: str, body: dict | None = None) -> dict:
        """What another device of the user sends."""
        answer = self.page.request.fetch(
            self.address + path, method=method, headers={"Origin": self.address}, data=body, timeout=60_000
        )
        assert answer.ok, f"{method} {path}: {answer.status} {answer.text()}"
        return answer.json() if answer.status != 204 and answer.body() else {}

    def put_position(self, title: str, seconds: float) -> None:
        """Stops an episode on another device."""
        at = datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        answer = self.page.request.put(
            f"{self.address}/api/entries/{self.entry(title)['id']}/position",
            headers={"Origin": self.address},
            data={"seconds": seconds, "duration": 90, "at": at},
        )
        assert answer.ok, answer.text()
