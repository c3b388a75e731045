"""A publisher on loopback: feeds, pages and real MP3 files with ranges. Tests can make it fail."""

import json
import os
import re
import subprocess
import threading
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from xml.sax.saxutils import escape

from tonearm import REPOSITORY

BEGINNING = datetime(2026, 11, 1, 12, tzinfo=timezone.utc)
LONG_SECONDS = 90
SHORT_SECONDS = 12

NOTES = """<p>Words about <b>tides</b>, with <a href="https://example.org/">a link</a>.</p>
<p>At 0:40 the wind turns.</p><ul><li>00:05 Casting off</li></ul>"""

CHAPTERS = """<psc:chapters version="1.2" xmlns:psc="http://podlove.org/simple-chapters">
<psc:chapter start="00:00:00" title="Casting off"/><psc:chapter start="00:00:30" title="Open water"/>
<psc:chapter start="00:01:00" title="Landfall"/></psc:chapters>"""

TRANSCRIPT = """WEBVTT

00:00.000 --> 00:04.000
<v Ada>The rope is off.

00:20.000 --> 00:24.000
<v Jon>Wind from the north, and salt in the coffee.

00:45.000 --> 00:50.000
<v Ada>Is that a seal?

01:10.000 --> 01:20.000
Land at last.
"""

JSON_CHAPTERS = {
    "version": "1.2.0",
    "chapters": [
        {"startTime": 0, "title": "The quay", "url": "https://example.org/quay", "img": "/cover.png"},
        {"startTime": 10, "title": "A word from a sponsor"},
        {"startTime": 15, "title": "Hidden art", "toc": False},
        {"startTime": 40, "title": "The island"},
    ],
}

# What Podcasting 2.0 adds to the episode "Whole crossing".
TAGS = """<podcast:transcript url="{address}/whole.vtt" type="text/vtt" language="en"/>
<podcast:chapters url="{address}/whole.json" type="application/json+chapters"/>
<podcast:person role="host" href="https://example.org/ada">Ada Brandt</podcast:person>
<podcast:person role="guest">Jon Reyes</podcast:person>
<podcast:soundbite startTime="45" duration="20">The seal</podcast:soundbite>
<podcast:season name="Northern waters">2</podcast:season><podcast:episode>7</podcast:episode>
<podcast:funding url="https://example.org/support">Keep us afloat</podcast:funding>"""

CHANNEL_TAGS = """<podcast:funding url="https://example.org/support">Keep us afloat</podcast:funding>
<podcast:person role="host">Ada Brandt</podcast:person>
<podcast:trailer pubdate="Thu, 01 Oct 2026 12:00:00 GMT" url="{address}/media/trailer/short.mp3" type="audio/mpeg">What is
to come</podcast:trailer>"""

NAMESPACES = (
    'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0"'
)


KEPT = REPOSITORY / ".build/browser-media"


def make(name: str, *options: str) -> bytes:
    """What ffmpeg makes of its own sources, kept for the next run and the other worker."""
    path = KEPT / name
    if not path.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        fresh = KEPT / f"{os.getpid()}-{name}"
        subprocess.run(["ffmpeg", "-v", "error", "-y", "-f", "lavfi", *options, str(fresh)], check=True)
        fresh.rename(path)
    return path.read_bytes()


def make_tone(seconds: int) -> bytes:
    """A real MP3 whose tone drifts, so that no two seconds are alike."""
    source = f"aevalsrc='0.2*sin(2*PI*(220+20*t)*t)':d={seconds}:s=44100"
    return make(f"tone-{seconds}.mp3", "-i", source, "-c:a", "libmp3lame", "-b:a", "64k")


def make_film(seconds: int) -> bytes:
    """A real WebM of a moving test card."""
    return make(f"film-{seconds}.webm", "-i", f"testsrc=d={seconds}:s=160x90:r=10", "-c:v", "libvpx", "-b:v", "50k")


def make_picture() -> bytes:
    return make("cover.png", "-i", "color=c=teal:s=300x300", "-frames:v", "1")


class Press:
    """One server for all publishers; the first part of a path names whose it is."""

    def __init__(self) -> None:
        self.media = {
            "long.mp3": make_tone(LONG_SECONDS),
            "short.mp3": make_tone(SHORT_SECONDS),
            "film.webm": make_film(SHORT_SECONDS),
        }
        self.cover = make_picture()
        self.publishers: dict[str, Publisher] = {}
        handler = type("Handler", (PublisherHandler,), {"press": self})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def publisher(self, name: str) -> "Publisher":
        return self.publishers.setdefault(name, Publisher(self, name))

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class Publisher:
    """`/harbour.xml` and its relatives; `add_episode` publishes, `broken` makes the feed answer 503."""

    def __init__(self, press: Press, name: str) -> None:
        self.press = press
        self.address = f"{press.address}/{name}"
        self.broken = False
        self.media_broken = False
        self.notes = NOTES
        self.episodes: list[tuple[str, str | None]] = [
            ("Short crossing", "short.mp3"),
            ("Long crossing", "long.mp3"),
            ("A letter", None),
        ]

    def add_episode(self, title: str, media: str | None = "short.mp3") -> None:
        self.episodes.append((title, media))

    def feed(self, title: str, episodes: list[tuple[str, str | None]]) -> bytes:
        items = "".join(self.item(index, name, media) for index, (name, media) in enumerate(episodes))
        return f"""<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" {NAMESPACES}><channel>
<title>{escape(title)}</title><link>https://example.org/</link><description>Crossings and what they cost.</description>
<itunes:author>The Harbour Office</itunes:author>{CHANNEL_TAGS.format(address=self.address)}{items}</channel></rss>""".encode()

    def item(self, index: int, title: str, media: str | None) -> str:
        date = format_datetime(BEGINNING + timedelta(hours=index))
        enclosure = ""
        if media is not None:
            length = len(self.press.media[media])
            kind = "video/webm" if media.endswith(".webm") else "audio/mpeg"
            seconds = LONG_SECONDS if media == "long.mp3" else SHORT_SECONDS
            enclosure = (
                f'<enclosure url="{self.address}/media/{index}/{media}" type="{kind}" length="{length}"/>'
                f"<itunes:duration>{seconds}</itunes:duration>"
            )
        if title == "Whole crossing":
            enclosure += TAGS.format(address=self.address)
        elif media == "long.mp3":
            enclosure += CHAPTERS
        return (
            f"<item><title>{escape(title)}</title><guid isPermaLink='false'>{escape(title)}</guid>"
            f"<pubDate>{date}</pubDate><description>{escape(self.notes)}</description>{enclosure}</item>"
        )

    def page(self, path: str) -> tuple[int, str, bytes] | None:
        link = '<link rel="alternate" type="application/{}+xml" title="{}" href="{}"/>'
        if path == "/harbour.xml":
            return (
                (503, "text/plain", b"later")
                if self.broken
                else (200, "application/rss+xml", self.feed("Harbour & Sons", self.episodes))
            )
        if path == "/many.xml":
            return (
                200,
                "application/rss+xml",
                self.feed("Many Crossings", [(f"Crossing {n}", "short.mp3") for n in range(400)]),
            )
        if path == "/empty.xml":
            return 200, "application/rss+xml", self.feed("Not Yet", [])
        if path == "/page":
            one = link.format("rss", "Crossings", "harbour.xml")
            return 200, "text/html", f"<html><head>{one}</head><body>Harbour</body></html>".encode()
        if path == "/choice":
            both = link.format("rss", "All crossings", "many.xml") + link.format("rss", "The harbour", "harbour.xml")
            return 200, "text/html", f"<html><head>{both}</head><body>Choose</body></html>".encode()
        if path == "/plain":
            return 200, "text/html", b"<html><head><title>Nothing</title></head><body>No feed here.</body></html>"
        if path == "/whole.vtt":
            return 200, "text/vtt", TRANSCRIPT.encode()
        if path == "/whole.json":
            chapters = json.dumps(JSON_CHAPTERS).replace("/cover.png", f"{self.address}/cover.png")
            return 200, "application/json+chapters", chapters.encode()
        if path == "/cover.png":
            return 200, "image/png", self.press.cover
        return None


class PublisherHandler(BaseHTTPRequestHandler):
    press: Press
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Silent: pytest shows what matters."""

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        name, _, rest = self.path.partition("?")[0].lstrip("/").partition("/")
        path = f"/{rest}"
        publisher = self.press.publisher(name)
        if path == "/locked.xml":
            self.answer(401, "text/plain", b"no", {"WWW-Authenticate": 'Basic realm="members"'})
            return
        media = self.press.media.get(path.rpartition("/")[2])
        if media is not None:
            self.send_media(publisher, media)
            return
        self.answer(*(publisher.page(path) or (404, "text/plain", b"nothing")))

    def send_media(self, publisher: Publisher, media: bytes) -> None:
        kind = "video/webm" if self.path.endswith(".webm") else "audio/mpeg"
        if publisher.media_broken:
            self.answer(503, "text/plain", b"later")
            return
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range") or "")
        if asked is None:
            self.answer(200, kind, media, {"Accept-Ranges": "bytes"})
            return
        first = int(asked[1])
        last = min(int(asked[2] or len(media) - 1), len(media) - 1)
        if first > last:
            self.answer(416, "text/plain", b"", {"Content-Range": f"bytes */{len(media)}"})
            return
        self.answer(
            206,
            kind,
            media[first : last + 1],
            {"Accept-Ranges": "bytes", "Content-Range": f"bytes {first}-{last}/{len(media)}"},
        )

    def answer(self, status: int, kind: str, body: bytes, fields: dict[str, str] | None = None) -> None:
        try:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            for name, value in (fields or {}).items():
                self.send_header(name, value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True
