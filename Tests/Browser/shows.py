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
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel>
<title>{escape(self.title)}</title><link>https://example.org/</link><description>{escape(self.about)}</description>
<itunes:author>{escape(self.author)}</itunes:author><itunes:image href="{address}/{path}.png"/>{items}</channel></rss>""".encode()

    def item(self, address: str, path: str, order: int, index: int, title: str, minutes: int, now: datetime) -> str:
        date = format_datetime(now - timedelta(days=index * 7 + order, hours=5))
        first = order == 0 and index == 0
        tags = TAGS.format(address=address, path=path) if first else ""
        about = NOTES if first else escape(f"<p>{self.about}</p><p>{title}: what was said, and what was meant.</p>")
        if first:
            minutes = 1
        return (
            f"<item><title>{escape(title)}</title><guid isPermaLink='false'>{path}-{index}</guid><pubDate>{date}</pubDate>"
            f"<description>{about}</description><itunes:duration>{minutes * 60}</itunes:duration>{tags}"
            f'<enclosure url="{address}/{path}-{index}.mp3" type="audio/mpeg" length="{minutes * 480000}"/></item>'
        )


TAGS = """<psc:chapters xmlns:psc="http://podlove.org/simple-chapters" version="1.2">
<psc:chapter start="0:00" title="Ten to six"/><psc:chapter start="0:12" title="The quay before sunrise"/>
<psc:chapter start="0:30" title="What the harbour master said"/>
<psc:chapter start="0:46" title="A word from nobody in particular"/><psc:chapter start="0:52" title="Across"/></psc:chapters>
<podcast:transcript url="{address}/{path}-0.vtt" type="text/vtt" language="en"/>
<podcast:chapters url="{address}/{path}-0.json" type="application/json+chapters"/>
<podcast:person role="host" href="https://example.org/">Maren Holt</podcast:person>
<podcast:person role="guest">Idris Vane</podcast:person>
<podcast:soundbite startTime="30" duration="14">Forty years on the same rope</podcast:soundbite>
<podcast:season name="Downstream">2</podcast:season><podcast:episode>9</podcast:episode>
<podcast:funding url="https://example.org/support">Keep the boat afloat</podcast:funding>
<podcast:location geo="geo:53.55,8.58">Lower harbour</podcast:location>"""

NOTES = escape(
    """<p>The last cable ferry of the lower harbour was sold in spring. In autumn it was still there. Maren walks down to
ask why, and finds <b>Idris Vane</b>, who has pulled the same rope for forty years and sees no reason to stop.</p>
<h2>On the way</h2><ul><li>0:12 The quay before sunrise</li><li>0:30 What the harbour master said</li>
<li>0:46 A word from nobody in particular</li></ul>
<p>Maps, tide tables and the recipe for the soup are <a href="https://example.org/ferry">on our page</a>.</p>"""
)

SPOKEN = [
    (0, "Maren", "It is ten to six and there is no light on the water yet."),
    (4, None, "You can hear the cable before you see anything. It hums when the tide turns."),
    (9, None, "They sold this ferry in April."),
    (13, "Idris", "They sold the paper. The boat they forgot to come and fetch."),
    (18, None, "So at seven I put the kettle on and at half past I take people over, as always."),
    (24, "Maren", "Does anybody ask you for a ticket?"),
    (27, "Idris", "The harbour master asked once."),
    (30, None, "I said, you tell me whose boat it is, and I will give you a ticket for it."),
    (35, None, "He went home to look it up. That was in June."),
    (40, "Maren", "And if somebody comes for it after all?"),
    (44, "Idris", "Then they will want to go across first, and I will show them the rope."),
    (50, None, "After that, nobody has ever wanted to own it."),
    (55, "Maren", "He laughs, and the cable hums, and we are over."),
]


def transcript() -> str:
    cues = []
    for index, (start, speaker, text) in enumerate(SPOKEN):
        end = SPOKEN[index + 1][0] if index + 1 < len(SPOKEN) else 60
        voice = f"<v {speaker}>" if speaker else ""
        cues.append(f"00:{start:02d}.000 --> 00:{end - 1:02d}.900\n{voice}{text}\n")
    return "WEBVTT\n\n" + "\n".join(cues)


def chapters(address: str) -> dict:
    names = [(0, "Ten to six", 0), (12, "The quay before sunrise", 5), (30, "What the harbour master said", 2)]
    rows = [{"startTime": start, "title": title, "img": f"{address}/show{art}.png"} for start, title, art in names]
    rows.append({"startTime": 46, "title": "A word from nobody in particular", "img": f"{address}/show6.png"})
    rows.append({"startTime": 52, "title": "Across", "url": "https://example.org/across", "img": f"{address}/show3.png"})
    return {"version": "1.2.0", "chapters": rows}


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
