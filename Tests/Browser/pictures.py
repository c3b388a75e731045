"""Takes the pictures of docs/pictures: the demo's podcast among made-up ones, phone and desktop, light and dark."""

import sys
import tempfile
import threading
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from conftest import CHROMIUM
from playwright.sync_api import Browser, Page, expect, sync_playwright
from publisher import make_tone
from shows import SHOWS
from tonearm import REPOSITORY, Tonearm

FOLDER = REPOSITORY / "docs/pictures"
NEWEST = "The weight of a needle"


class House:
    """Publishes the made-up podcasts."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        make_tone(folder / "tone.mp3", 60)
        tone = (folder / "tone.mp3").read_bytes()
        covers = paint(browser)
        now = datetime.now(timezone.utc)
        house = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                """Silent."""

            def do_GET(self) -> None:
                name, _, kind = self.path.strip("/").partition(".")
                number = int(name.split("-")[0].removeprefix("show"))
                bodies = {
                    "xml": ("application/rss+xml", lambda: SHOWS[number].feed(house.address, name, number, now)),
                    "png": ("image/png", lambda: covers[number]),
                    "mp3": ("audio/mpeg", lambda: tone),
                }
                kind_of_body, body = bodies[kind]
                self.send_response(200)
                self.send_header("Content-Type", kind_of_body)
                self.send_header("Content-Length", str(len(body())))
                self.end_headers()
                self.wfile.write(body())

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def paint(browser: Browser) -> list[bytes]:
    page = browser.new_page(viewport={"width": 600, "height": 600})
    covers = []
    for show in SHOWS:
        page.set_content(f"<style>*{{margin:0}}svg{{display:block}}</style>{show.cover}")
        covers.append(page.screenshot())
    page.close()
    return covers


def arrive(page: Page, server: Tonearm) -> None:
    """Signs in by the printed link; a link works once."""
    page.goto(f"{server.address}/#token={server.login_token}")
    expect(page.locator(".feeds-pane")).to_be_attached(timeout=30_000)


def furnish(page: Page, server: Tonearm, house: House) -> None:
    """Subscribes to everything and leaves the marks of some weeks' listening."""
    call = page.request
    headers = {"Content-Type": "application/json", "Origin": server.address}

    def put(path: str, data: dict, method: str = "PUT") -> None:
        answer = call.fetch(server.address + path, method=method, headers=headers, data=data, timeout=60_000)
        assert answer.ok, f"{method} {path}: {answer.status} {answer.text()}"

    for number, _ in enumerate(SHOWS):
        put("/api/feeds", {"url": f"{house.address}/show{number}.xml"}, "POST")
    feeds = call.get(f"{server.address}/api/feeds").json()["feeds"]
    for show in SHOWS:
        if show.folder:
            feed = next(feed for feed in feeds if feed["title"] == show.title)
            put(f"/api/feeds/{feed['id']}", {"folder": show.folder}, "PATCH")
    entries = call.get(f"{server.address}/api/feeds/all/entries?limit=200&filter=all").json()["entries"]
    now = datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    for index, entry in enumerate(entries):
        path = f"/api/entries/{entry['id']}"
        if index > 5 and index % 3 != 0:
            put(f"{path}/read", {"read": True})
        if index % 7 == 3:
            put(f"{path}/starred", {"starred": True})
        if index in (2, 4) and "duration" in entry:
            put(f"{path}/position", {"seconds": entry["duration"] * 0.4, "duration": entry["duration"], "at": now})


def play_newest(page: Page, is_phone: bool) -> None:
    page.locator(".entry-row", has_text=NEWEST).locator("a").click()
    expect(page.locator(".notes")).to_be_visible()
    page.locator(".play-button").click()
    expect(page.locator(".player")).to_be_visible()
    chapter = page.locator(".entry-pane .chapter-button").nth(1)
    if chapter.count() > 0:
        chapter.click()
    page.wait_for_function("() => document.querySelector('.player .play')?.getAttribute('aria-label') === 'Pause'")
    page.wait_for_timeout(2500)
    page.mouse.move(5, 5)
    page.locator(".player .play").focus()
    page.evaluate("() => document.activeElement.blur()")


def shoot(page: Page, name: str) -> None:
    page.wait_for_function("() => [...document.images].every(image => image.complete)")
    page.wait_for_timeout(400)
    page.screenshot(path=FOLDER / f"{name}.png")
    print(f"docs/pictures/{name}.png")


def take(browser: Browser, state: dict, server: Tonearm) -> None:
    for scheme in ("light", "dark"):
        desktop = browser.new_context(
            viewport={"width": 1280, "height": 800}, color_scheme=scheme, device_scale_factor=1.5, storage_state=state
        )
        page = desktop.new_page()
        page.goto(f"{server.address}/#/feeds/all")
        play_newest(page, is_phone=False)
        shoot(page, f"page-desktop-{scheme}")
        desktop.close()
        phone = browser.new_context(
            viewport={"width": 390, "height": 844},
            color_scheme=scheme,
            device_scale_factor=2,
            has_touch=True,
            is_mobile=True,
            storage_state=state,
        )
        page = phone.new_page()
        page.goto(f"{server.address}/#/feeds/all")
        expect(page.locator(".entry-row").first).to_be_visible()
        shoot(page, f"page-phone-list-{scheme}")
        play_newest(page, is_phone=True)
        shoot(page, f"page-phone-{scheme}")
        page.locator(".now").click()
        shoot(page, f"page-phone-player-{scheme}")
        phone.close()


def main() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--mute-audio"])
        house = House(browser, Path(home))
        server = Tonearm(Path(home), "--demo", "--demo-port", "0", "--allow-private-addresses")
        try:
            context = browser.new_context()
            page = context.new_page()
            arrive(page, server)
            expect(page.locator(".entry-row", has_text=NEWEST)).to_be_visible(timeout=120_000)
            furnish(page, server, house)
            take(browser, context.storage_state(), server)
        finally:
            server.stop()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
