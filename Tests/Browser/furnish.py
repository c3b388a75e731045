"""The household of the pictures: made-up podcasts, and the marks of some weeks' listening."""

import json
import threading
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from house import House
from playwright.sync_api import Browser, BrowserContext
from publisher import make_tone
from shows import SHOWS, chapters, transcript

CHAPTERED = "The ferry that never left"


class Publishing:
    """Publishes the made-up podcasts."""

    def __init__(self, browser: Browser) -> None:
        tone = make_tone(60)
        covers = paint(browser)
        now = datetime.now(timezone.utc)
        publishing = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                """Silent."""

            def do_GET(self) -> None:
                name, _, kind = self.path.strip("/").partition(".")
                number = int(name.split("-")[0].removeprefix("show"))
                bodies = {
                    "xml": ("application/rss+xml", lambda: SHOWS[number].feed(publishing.address, name, number, now)),
                    "png": ("image/png", lambda: covers[number]),
                    "mp3": ("audio/mpeg", lambda: tone),
                    "vtt": ("text/vtt", lambda: transcript().encode()),
                    "json": ("application/json+chapters", lambda: json.dumps(chapters(publishing.address)).encode()),
                }
                kind_of_body, body = bodies[kind]
                broken = publishing.broken == number and kind == "xml"
                self.send_response(404 if broken else 200)
                self.send_header("Content-Type", kind_of_body)
                self.send_header("Content-Length", str(0 if broken else len(body())))
                self.end_headers()
                if not broken:
                    self.wfile.write(body())

        self.broken: int | None = None
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


class Hands:
    """Does over the API what a person did over weeks."""

    def __init__(self, context: BrowserContext, house: House) -> None:
        self.context = context
        self.house = house

    def send(self, method: str, path: str, body: dict | None = None) -> dict:
        answer = self.context.request.fetch(
            self.house.address + path, method=method, headers=self.house.headers, data=body, timeout=60_000
        )
        assert answer.ok, f"{method} {path}: {answer.status} {answer.text()}"
        return json.loads(answer.body() or b"{}")


def instant(time: datetime) -> str:
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def furnish(context: BrowserContext, house: House, publishing: Publishing) -> None:
    hands = Hands(context, house)
    for number, _ in enumerate(SHOWS):
        hands.send("POST", "/api/feeds", {"url": f"{publishing.address}/show{number}.xml"})
    feeds = {feed["title"]: feed for feed in hands.send("GET", "/api/feeds")["feeds"]}
    for show in SHOWS:
        if show.folder:
            hands.send("PATCH", f"/api/feeds/{feeds[show.title]['id']}", {"folder": show.folder})
    hands.send(
        "PATCH",
        f"/api/feeds/{feeds['The Slow River']['id']}",
        {"speed": 1.25, "skipIntro": 20, "keepNewest": 3, "queueRule": "top", "queueLimit": 5},
    )
    entries = hands.send("GET", "/api/feeds/all/entries?limit=200&filter=all")["entries"]
    listen(hands, entries)
    by_title = {entry["title"]: entry["id"] for entry in entries}
    hands.send("POST", "/api/queue", {"entries": [by_title[title] for title in QUEUED], "place": "end"})
    for title, seconds, name in BOOKMARKS:
        hands.send("POST", f"/api/entries/{by_title[title]}/bookmarks", {"seconds": seconds, "title": name})
    hands.send("POST", "/api/searches", {"title": "Short and unheard", "criteria": SHORT})
    hands.send("POST", "/api/downloads", {"entries": [by_title[title] for title in QUEUED[:3]]})
    hands.send("PUT", f"/api/entries/{by_title[CHAPTERED]}/skipped-chapters", {"starts": [46]})
    for name in ("AntennaPod on my phone", "Kasts in the kitchen"):
        hands.send("POST", "/api/tokens", {"name": name})
    publishing.broken = len(SHOWS) - 1
    hands.send("POST", f"/api/feeds/{feeds[SHOWS[-1].title]['id']}/refresh")
    house.administer("POST", "/api/admin/users", {"name": "jon"})


QUEUED = ["Why bridges hum", "Listening to ice", "Quartet for a stairwell", "Line 42, all the way", "Salt"]
BOOKMARKS = [
    ("Why bridges hum", 812, "The hum itself, ten seconds of it"),
    ("A short history of the queue", 1490, ""),
    (CHAPTERED, 31, "What the harbour master said"),
]
SHORT = {"filters": ["unread"], "maximumDuration": 2400, "order": "newest"}


def listen(hands: Hands, entries: list[dict]) -> None:
    """Hears episodes on the days of the last month: a report each ten minutes, as a player sends them."""
    now = datetime.now(timezone.utc)
    for index, entry in enumerate(entries):
        path = f"/api/entries/{entry['id']}"
        whole = entry.get("duration") or 1800
        if index > 5 and index % 3 != 0:
            begin = now - timedelta(days=(index * 5) % 27 + 1, hours=index % 5)
            steps = [step * 600 for step in range(int(whole // 600) + 1)]
            for seconds in [*steps, whole]:
                at = instant(begin + timedelta(seconds=seconds / 1.2))
                hands.send("PUT", f"{path}/position", {"seconds": seconds, "duration": whole, "at": at})
            hands.send("PUT", f"{path}/read", {"read": True})
        if index % 7 == 3:
            hands.send("PUT", f"{path}/starred", {"starred": True})
        if index in (2, 4):
            part = {"seconds": whole * 0.4, "duration": whole, "at": instant(now - timedelta(hours=3))}
            hands.send("PUT", f"{path}/position", part)
