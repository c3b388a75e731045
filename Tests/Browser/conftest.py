import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from listener import Listener
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright
from publisher import Publisher
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
        default_factory=lambda: [r"status of 401 .*/api/me$", r"net::ERR_(ABORTED|FAILED) .*/api/art/"]
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
def publishing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Publisher]:
    publisher = Publisher(tmp_path_factory.mktemp("publisher"))
    yield publisher
    publisher.close()


@pytest.fixture
def publisher(publishing: Publisher) -> Publisher:
    publishing.reset()
    return publishing


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Tonearm]:
    server = Tonearm(tmp_path, "--allow-private-addresses")
    yield server
    server.stop()


@pytest.fixture(params=list(SIZES))
def size(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def console() -> Console:
    return Console()


@pytest.fixture
def page(browser: Browser, server: Tonearm, size: str, console: Console) -> Iterator[Page]:
    """A fresh window. It asks for the server so that it is closed before the server stops."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=size == "phone", reduced_motion="reduce"
    )
    context.add_init_script(KEEP_MEDIA)
    page = context.new_page()
    faults: list[str] = []
    page.on("console", console.hear)
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    context.close()
    assert faults == []
    assert console.unexpected() == []


@pytest.fixture
def stranger(page: Page, server: Tonearm, size: str) -> Listener:
    """Somebody at a server that nobody has set up."""
    return Listener(page, server.address, size == "phone")


@pytest.fixture
def listener(stranger: Listener, server: Tonearm) -> Listener:
    """The administrator, signed in, without a subscription."""
    assert server.setup_token is not None
    stranger.set_up(server.setup_token)
    server.is_set_up()
    return stranger


@pytest.fixture
def subscriber(listener: Listener, publisher: Publisher) -> Listener:
    """The administrator with the harbour's podcast open."""
    listener.subscribe(f"{publisher.address}/harbour.xml", "Harbour & Sons")
    expect(listener.row("Long crossing")).to_be_visible()
    return listener
