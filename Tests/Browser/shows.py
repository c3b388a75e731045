"""Made-up podcasts for the pictures: a list that looks lived in, with covers drawn here and painted by the browser."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import format_datetime
from xml.sax.saxutils import escape


@dataclass
class Show:
    title: str
    author: str
    about: str
    ground: str
    ink: str
    drawing: str
    episodes: list[tuple[str, int]]
    folder: str = ""

    @property
    def cover(self) -> str:
        drawing = self.drawing.replace("INK", self.ink).replace("GROUND", self.ground)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="600" height="600">'
            f'<rect width="100" height="100" fill="{self.ground}"/>{drawing}</svg>'
        )

    def feed(self, address: str, path: str, order: int, now: datetime) -> bytes:
        items = "".join(
            self.item(address, path, order, index, *episode, now) for index, episode in enumerate(self.episodes)
        )
        return f"""<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
<title>{escape(self.title)}</title><link>https://example.org/</link><description>{escape(self.about)}</description>
<itunes:author>{escape(self.author)}</itunes:author><itunes:image href="{address}/{path}.png"/>{items}</channel></rss>""".encode()

    def item(self, address: str, path: str, order: int, index: int, title: str, minutes: int, now: datetime) -> str:
        date = format_datetime(now - timedelta(days=index * 7 + order, hours=5))
        return (
            f"<item><title>{escape(title)}</title><guid isPermaLink='false'>{path}-{index}</guid><pubDate>{date}</pubDate>"
            f"<description>{escape(self.about)}</description><itunes:duration>{minutes * 60}</itunes:duration>"
            f'<enclosure url="{address}/{path}-{index}.mp3" type="audio/mpeg" length="{minutes * 480000}"/></item>'
        )


SHOWS = [
    Show(
        "The Slow River",
        "Maren Holt",
        "A walk along one river, a mile each week, with the people who live beside it.",
        "#1d4a4b",
        "#e9bd6d",
        '<circle cx="50" cy="60" r="27" fill="INK"/><path d="M0 60h100v40H0z" fill="GROUND" opacity=".72"/><path d="M22 72h56M30 82h40" stroke="INK" stroke-width="3" stroke-linecap="round" opacity=".8"/>',
        [
            ("The ferry that never left", 34),
            ("What the tide tables do not say", 41),
            ("Salt", 28),
            ("Herons at the power station", 37),
        ],
        "Outdoors",
    ),
    Show(
        "Signal & Static",
        "Ada Brandt and Jon Reyes",
        "Two engineers take apart one machine and put it together again, mostly.",
        "#22345c",
        "#f1895c",
        "".join(
            f'<rect x="{11 + 11.5 * i}" y="{50 - h}" width="7" height="{2 * h}" rx="3.5" fill="INK"/>'
            for i, h in enumerate([7, 19, 31, 13, 27, 36, 16])
        ),
        [("Why bridges hum", 52), ("The last typewriter repairman", 48), ("A modem learns to sing", 61)],
    ),
    Show(
        "Kitchen Table Histories",
        "Public Radio North",
        "History as it was told over dinner, and what the papers said.",
        "#65283a",
        "#f4dcb6",
        '<path d="M14 70h72M27 70V52h46v18M40 52V37h20v15" stroke="INK" stroke-width="6" fill="none" stroke-linejoin="round"/><path d="M44 27c0-5 6-5 6-10M54 27c0-5 6-5 6-10" stroke="INK" stroke-width="3" fill="none" stroke-linecap="round"/>',
        [
            ("A short history of the queue", 44),
            ("An argument about soup, and what it says about people who are hungry and far from home", 39),
            ("The year without a summer", 57),
        ],
    ),
    Show(
        "Deep Field",
        "Orla Quinn",
        "Astronomy for those who look up on the way home.",
        "#0f1a2c",
        "#86b6ff",
        '<circle cx="26" cy="28" r="2.5" fill="INK"/><circle cx="76" cy="20" r="1.8" fill="INK"/><circle cx="18" cy="70" r="1.8" fill="INK"/><circle cx="54" cy="54" r="17" fill="none" stroke="INK" stroke-width="3"/><ellipse cx="54" cy="54" rx="33" ry="9" fill="none" stroke="INK" stroke-width="3" transform="rotate(-16 54 54)"/>',
        [("Listening to ice", 33), ("Forty winters", 46)],
    ),
    Show(
        "Night Bus",
        "Tomás Ferreira",
        "Conversations between the last stop and the first.",
        "#33225c",
        "#ffcf5c",
        '<rect x="17" y="32" width="66" height="38" rx="9" fill="INK"/><path d="M26 42h20v12H26zM54 42h20v12H54z" fill="GROUND"/><circle cx="34" cy="71" r="7.5" fill="GROUND" stroke="INK" stroke-width="4"/><circle cx="66" cy="71" r="7.5" fill="GROUND" stroke="INK" stroke-width="4"/>',
        [("Line 42, all the way", 25), ("Borrowed light", 29)],
    ),
    Show(
        "Common Ground",
        "The Allotment Society",
        "What grows, what does not, and who is to blame.",
        "#3b5728",
        "#ecead0",
        '<path d="M50 86V42M50 60c-21 0-26-15-26-24 15 0 26 9 26 24Zm0-12c0-17 11-26 28-26 0 15-9 26-28 26Z" fill="INK" stroke="INK" stroke-width="3"/>',
        [("Forgiving the slugs", 31), ("The compost hour", 36)],
        "Outdoors",
    ),
    Show(
        "Tiny Orchestras",
        "Wren Adeyemi",
        "One piece, one room, one take.",
        "#a2452d",
        "#ffe8d4",
        '<circle cx="36" cy="68" r="12" fill="INK"/><circle cx="68" cy="60" r="10" fill="INK"/><path d="M45.5 68V24L75.5 16v44" stroke="INK" stroke-width="5" fill="none"/>',
        [("Quartet for a stairwell", 19), ("Harmonium, rain", 23)],
    ),
]
