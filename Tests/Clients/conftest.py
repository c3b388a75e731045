import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from page import PageClient
from publisher import Publisher

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Browser"))
from tonearm import Tonearm  # noqa: E402  the browser tests' own helper

NAME = "ann"
PASSWORD = "correct horse"


@pytest.fixture
def publisher() -> Iterator[Publisher]:
    publisher = Publisher()
    yield publisher
    publisher.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Tonearm]:
    server = Tonearm(tmp_path / "server", "--allow-private-addresses")
    yield server
    server.stop()


@pytest.fixture
def page(server: Tonearm) -> PageClient:
    page = PageClient(server.address)
    assert server.setup_token
    page.set_up(server.setup_token, NAME, PASSWORD)
    return page
