"""A publisher on loopback: one feed per path, with as many episodes as a test wants."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Publisher:
    """Serves `/NAME.xml` for each name in `shows`; the number is how many episodes the feed has."""

    def __init__(self) -> None:
        self.shows: dict[str, int] = {"tides": 3, "winds": 2, "stars": 1}
        handler = type("Handler", (Handler,), {"publisher": self})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def feed(self, name: str) -> str:
        return f"{self.address}/{name}.xml"

    def episode(self, name: str, number: int) -> str:
        return f"{self.address}/{name}/{number}.mp3"

    def document(self, name: str) -> bytes:
        items = "".join(
            f"<item><title>{name} {number}</title><guid isPermaLink='false'>{name}-{number}</guid>"
            f"<pubDate>0{number} Nov 2026 12:00:00 GMT</pubDate>"
            f'<enclosure url="{self.episode(name, number)}" type="audio/mpeg" length="1000"/>'
            f'<duration xmlns="http://www.itunes.com/dtds/podcast-1.0.dtd">600</duration></item>'
            for number in range(1, self.shows[name] + 1)
        )
        return (
            f'<?xml version="1.0"?><rss version="2.0"><channel><title>About {name}</title>'
            f"<link>https://example.org/</link><description>{name}</description>{items}</channel></rss>"
        ).encode()


class Handler(BaseHTTPRequestHandler):
    publisher: Publisher

    def log_message(self, *_: object) -> None:
        """Silent: pytest shows what matters."""

    def do_GET(self) -> None:
        name = self.path.strip("/").removesuffix(".xml")
        known = name in self.publisher.shows
        body = self.publisher.document(name) if known else b"nothing"
        self.send_response(200 if known else 404)
        self.send_header("Content-Type", "application/rss+xml" if known else "text/plain")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
