import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import pytest
from house import House
from listener import Listener
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright
from publisher import Press, Publisher
from tonearm import Tonearm

CHROMIUM = "/usr/bin/chromium"
SIZES = {"phone": (390, 844), "desktop": (1280, 800)}

# The player's media elements stand in no document; this keeps the audio where a test can look at it.
KEEP_MEDIA = """
window.tonearmMedia = [];
const create = Document.prototype.createElement;
Document.prototype.createElement = function (name, options) {
  const element = create.call(this, name, options);
  if (String(name).toLowerCase() === 'audio') window.tonearmMedia.push(element);
  return element;
};
"""

expect.set_options(timeout=15_000)


@dataclass
class Console:
    """What the browser complains about. A test names the complaints that its own troubles cause."""

    messages: list[str] = field(default_factory=list)
    expected: list[str] = field(
        default_factory=lambda: [
            r"status of 401 .*/api/me$",
            r"net::ERR_(ABORTED|FAILED) .*/api/art/",
        ]
    )

    def expect(self, *patterns: str) -> None:
        self.expected += patterns

    def hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.messages.append(f"{message.text} {(message.location or {}).get('url', '')}")

    def unexpected(self) -> list[str]:
        return [text for text in self.messages if not any(re.search(pattern, text) for pattern in self.expected)]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--mute-audio"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def press() -> Iterator[Press]:
    press = Press()
    yield press
    press.close()


@pytest.fixture(scope="session")
def numbers() -> Iterator[int]:
    return count(1)


@pytest.fixture
def publisher(press: Press, numbers: Iterator[int]) -> Publisher:
    """One of the test's own: what it publishes or breaks is nobody else's."""
    return press.publisher(f"p{next(numbers)}")


@pytest.fixture
def whole(publisher: Publisher) -> None:
    """Before a test's user subscribes: one more episode, with all that Podcasting 2.0 has."""
    publisher.add_episode("Whole crossing", "long.mp3")


@pytest.fixture(scope="session")
def shared_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The server that most tests live in, each as a user of its own."""
    server = Tonearm(tmp_path_factory.mktemp("house"), "--allow-private-addresses")
    yield House(server)
    server.stop()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Tonearm]:
    """A server of the test's own, that nobody has set up: for those that stop it, or set it up."""
    server = Tonearm(tmp_path, "--allow-private-addresses")
    yield server
    server.stop()


@pytest.fixture
def house(request: pytest.FixtureRequest) -> House:
    """Where the test's user lives: alone where the test asks for `server`."""
    if "server" in request.fixturenames:
        return House(request.getfixturevalue("server"))
    return request.getfixturevalue("shared_house")


@pytest.fixture(params=list(SIZES))
def size(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def console() -> Console:
    return Console()


@pytest.fixture
def window(
    browser: Browser, request: pytest.FixtureRequest, size: str, console: Console
) -> Iterator[Callable[..., BrowserContext]]:
    """Makes fresh windows. It asks for the server so that they are closed before the server stops."""
    if "server" in request.fixturenames:
        request.getfixturevalue("server")
    width, height = SIZES[size]
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def watch(page: Page) -> None:
        page.on("console", console.hear)
        page.on("pageerror", lambda error: faults.append(str(error)))

    def make(**options: object) -> BrowserContext:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=size == "phone",
            reduced_motion="reduce",
            **options,
        )
        context.add_init_script(KEEP_MEDIA)
        context.on("page", watch)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()
    assert faults == []
    assert console.unexpected() == []


@pytest.fixture
def page(window: Callable[..., BrowserContext]) -> Page:
    return window().new_page()


@pytest.fixture
def stranger(page: Page, server: Tonearm, size: str) -> Listener:
    """Somebody at a server that nobody has set up."""
    return Listener(page, server.address, size == "phone")


@pytest.fixture
def name(numbers: Iterator[int]) -> str:
    return f"ada{next(numbers)}"


@pytest.fixture
def listener(page: Page, house: House, size: str, name: str) -> Listener:
    """A user, signed in, without a subscription."""
    listener = Listener(page, house.address, size == "phone", name, house)
    house.let_in(page.context, name)
    listener.arrive()
    return listener


@pytest.fixture
def subscriber(page: Page, house: House, size: str, name: str, publisher: Publisher) -> Listener:
    """A user with the harbour's podcast open."""
    listener = Listener(page, house.address, size == "phone", name, house)
    house.let_in(page.context, name)
    feed = house.subscribe(page.context, f"{publisher.address}/harbour.xml")
    listener.arrive(f"#/feeds/{feed}")
    expect(listener.row("Long crossing")).to_be_visible()
    return listener
