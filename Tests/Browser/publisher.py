"""A publisher on loopback: feeds, pages and real MP3 files with ranges. Tests can make it fail."""

import re
import subprocess
import threading
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from xml.sax.saxutils import escape

BEGINNING = datetime(2026, 11, 1, 12, tzinfo=timezone.utc)
LONG_SECONDS = 90
SHORT_SECONDS = 12

NOTES = """<p>Words about <b>tides</b>, with <a href="https://example.org/">a link</a>.</p>
<p>At 0:40 the wind turns.</p><ul><li>00:05 Casting off</li></ul>"""

CHAPTERS = """<psc:chapters version="1.2" xmlns:psc="http://podlove.org/simple-chapters">
<psc:chapter start="00:00:00" title="Casting off"/><psc:chapter start="00:00:30" title="Open water"/>
<psc:chapter start="00:01:00" title="Landfall"/></psc:chapters>"""


def make_tone(path: Path, seconds: int) -> None:
    """A real MP3 whose tone drifts, so that no two seconds are alike."""
    source = f"aevalsrc='0.2*sin(2*PI*(220+20*t)*t)':d={seconds}:s=44100"
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", source, "-c:a", "libmp3lame", "-b:a", "64k", str(path)],
        check=True,
    )


class Publisher:
    """Serves `/harbour.xml` and its relatives; `add_episode` publishes, `broken` makes the feed answer 503."""

    def __init__(self, folder: Path) -> None:
        make_tone(folder / "long.mp3", LONG_SECONDS)
        make_tone(folder / "short.mp3", SHORT_SECONDS)
        self.media = {name: (folder / name).read_bytes() for name in ("long.mp3", "short.mp3")}
        self.reset()
        handler = type("Handler", (PublisherHandler,), {"publisher": self})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def reset(self) -> None:
        self.broken = False
        self.media_broken = False
        self.episodes = [("Short crossing", "short.mp3"), ("Long crossing", "long.mp3"), ("A letter", None)]

    def add_episode(self, title: str) -> None:
        self.episodes.append((title, "short.mp3"))

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def feed(self, title: str, episodes: list[tuple[str, str | None]]) -> bytes:
        items = "".join(self.item(index, name, media) for index, (name, media) in enumerate(episodes))
        return f"""<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
<title>{escape(title)}</title><link>https://example.org/</link><description>Crossings and what they cost.</description>
<itunes:author>The Harbour Office</itunes:author>{items}</channel></rss>""".encode()

    def item(self, index: int, title: str, media: str | None) -> str:
        date = format_datetime(BEGINNING + timedelta(hours=index))
        enclosure = ""
        if media is not None:
            length = len(self.media[media])
            seconds = LONG_SECONDS if media == "long.mp3" else SHORT_SECONDS
            enclosure = (
                f'<enclosure url="{self.address}/media/{index}/{media}" type="audio/mpeg" length="{length}"/>'
                f"<itunes:duration>{seconds}</itunes:duration>{CHAPTERS if media == 'long.mp3' else ''}"
            )
        return (
            f"<item><title>{escape(title)}</title><guid isPermaLink='false'>{escape(title)}</guid>"
            f"<pubDate>{date}</pubDate><description>{escape(NOTES)}</description>{enclosure}</item>"
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
            one = link.format("rss", "Crossings", "/harbour.xml")
            return 200, "text/html", f"<html><head>{one}</head><body>Harbour</body></html>".encode()
        if path == "/choice":
            both = link.format("rss", "All crossings", "/many.xml") + link.format("rss", "The harbour", "/harbour.xml")
            return 200, "text/html", f"<html><head>{both}</head><body>Choose</body></html>".encode()
        if path == "/plain":
            return 200, "text/html", b"<html><head><title>Nothing</title></head><body>No feed here.</body></html>"
        return None


class PublisherHandler(BaseHTTPRequestHandler):
    publisher: Publisher
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Silent: pytest shows what matters."""

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if path == "/locked.xml":
            self.answer(401, "text/plain", b"no", {"WWW-Authenticate": 'Basic realm="members"'})
            return
        media = self.publisher.media.get(path.rpartition("/")[2])
        if media is not None:
            self.send_media(media)
            return
        self.answer(*(self.publisher.page(path) or (404, "text/plain", b"nothing")))

    def send_media(self, media: bytes) -> None:
        if self.publisher.media_broken:
            self.answer(503, "text/plain", b"later")
            return
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range") or "")
        if asked is None:
            self.answer(200, "audio/mpeg", media, {"Accept-Ranges": "bytes"})
            return
        first = int(asked[1])
        last = min(int(asked[2] or len(media) - 1), len(media) - 1)
        if first > last:
            self.answer(416, "text/plain", b"", {"Content-Range": f"bytes */{len(media)}"})
            return
        self.answer(
            206,
            "audio/mpeg",
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
