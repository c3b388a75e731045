"""Takes the pictures of docs/pictures: every state of the page, among made-up podcasts, phone and desktop, light and dark.

Words limit it to the pictures that have one of them in their name.
"""

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from conftest import CHROMIUM
from furnish import CHAPTERED, Publishing, furnish
from house import House
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from tonearm import REPOSITORY, Tonearm

FOLDER = REPOSITORY / "docs/pictures"
MOST_BYTES = 150_000


def is_wanted(name: str) -> bool:
    return len(sys.argv) < 2 or any(word in name for word in sys.argv[1:])


def shoot(page: Page, name: str) -> None:
    if not is_wanted(name):
        return
    page.wait_for_function("() => [...document.images].every(image => image.complete)")
    page.wait_for_timeout(350)
    path = FOLDER / f"{name}.png"
    page.screenshot(path=path, animations="disabled")
    shrink(path)
    print(f"docs/pictures/{name}.png, {path.stat().st_size // 1000} KB")


def shrink(path: Path) -> None:
    """Few colours are enough for a page; without dithering they cost a third."""
    small = path.with_suffix(".small.png")
    filters = "split[a][b];[a]palettegen=max_colors=250[p];[b][p]paletteuse=dither=none"
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", str(path), "-vf", filters, str(small)], check=True)
    small.replace(path)
    if path.stat().st_size > MOST_BYTES:
        raise SystemExit(f"{path.name} has {path.stat().st_size} bytes, more than {MOST_BYTES}")


@contextmanager
def window(browser: Browser, size: str, scheme: str, state: dict | None = None) -> Iterator[Page]:
    phone = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}
    desktop = {"viewport": {"width": 1280, "height": 800}}
    context = browser.new_context(
        **(phone if size == "phone" else desktop), color_scheme=scheme, storage_state=state, reduced_motion="reduce"
    )
    yield context.new_page()
    context.close()


def go(page: Page, server: Tonearm, place: str) -> None:
    page.goto(f"{server.address}/{place}")
    expect(page.locator(".feeds-pane")).to_be_attached()
    expect(page.locator(".shell .skeleton:visible")).to_have_count(0)


def play(page: Page) -> None:
    """Plays the episode with chapters and transcript, and stands in its second chapter."""
    page.locator(".entry-row", has_text=CHAPTERED).locator("a").click()
    expect(page.locator(".entry-pane .chapter-button").first).to_be_visible()
    page.locator(".play-button").click()
    expect(page.locator(".player")).to_be_visible()
    page.locator(".entry-pane .chapter-button").nth(2).click()
    page.wait_for_function("() => document.querySelector('.player .play')?.getAttribute('aria-label') === 'Pause'")
    page.wait_for_timeout(2500)
    page.mouse.move(5, 5)
    page.evaluate("() => document.activeElement.blur()")


def ordinary(browser: Browser, server: Tonearm, state: dict) -> None:
    """The places that a listener sees every day."""
    names = [f"{name}-{size}" for name in ("feeds", "list", "episode", "player") for size in ("desktop", "phone")]
    if not any(map(is_wanted, names)):
        return
    for size in ("desktop", "phone"):
        for scheme in ("light", "dark"):
            with window(browser, size, scheme, state) as page:
                go(page, server, "#/")
                if size == "phone":
                    shoot(page, f"feeds-phone-{scheme}")
                go(page, server, "#/feeds/all")
                expect(page.locator(".entry-row").first).to_be_visible()
                shoot(page, f"list-{size}-{scheme}")
                play(page)
                shoot(page, f"episode-{size}-{scheme}")
                if size == "phone":
                    page.locator(".now").click()
                    shoot(page, f"player-phone-{scheme}")


PLACES = {
    "queue": ("#/queue", ["desktop-light", "phone-dark"]),
    "search": ("#/search?q=river", ["desktop-dark", "phone-light"]),
    "bookmarks": ("#/bookmarks", ["phone-light"]),
    "downloads": ("#/downloads", ["desktop-light"]),
    "settings": ("#/settings/playback", ["desktop-light", "phone-dark"]),
    "appearance": ("#/settings/appearance", ["phone-light"]),
    "statistics": ("#/settings/statistics", ["desktop-dark", "phone-light"]),
    "health": ("#/settings/health", ["desktop-light"]),
    "tokens": ("#/settings/tokens", ["desktop-light"]),
    "devices": ("#/settings/devices", ["phone-dark"]),
    "users": ("#/settings/users", ["desktop-dark"]),
}


def places(browser: Browser, server: Tonearm, state: dict) -> None:
    for name, (place, kinds) in PLACES.items():
        for kind in kinds:
            size, scheme = kind.split("-")
            with window(browser, size, scheme, state) as page:
                go(page, server, place)
                shoot(page, f"{name}-{kind}")


def details(browser: Browser, server: Tonearm, state: dict) -> None:
    for kind in ("desktop-dark", "phone-light"):
        if not is_wanted(f"transcript-{kind}"):
            continue
        size, scheme = kind.split("-")
        with window(browser, size, scheme, state) as page:
            go(page, server, "#/feeds/all")
            play(page)
            page.get_by_role("tab", name="Transcript").click()
            expect(page.locator(".cue").first).to_be_visible()
            page.wait_for_timeout(600)
            shoot(page, f"transcript-{kind}")
    with window(browser, "desktop", "light", state) as page:
        go(page, server, "#/feeds/all")
        page.locator(".feed-link", has_text="The Slow River").click()
        page.get_by_role("button", name="More about this podcast").click()
        page.get_by_role("menuitem", name="Settings of this podcast").click()
        shoot(page, "podcast-desktop-light")
        page.keyboard.press("Escape")
        page.keyboard.press("?")
        shoot(page, "keyboard-desktop-light")
    with window(browser, "phone", "dark", state) as page:
        go(page, server, "#/")
        page.get_by_role("button", name="Subscribe to a podcast").click()
        shoot(page, "subscribe-phone-dark")


def exceptional(browser: Browser, house: House, state: dict) -> None:
    """Before signing in, with nothing, and when something is wrong."""
    server = house.server
    for kind in ("desktop-dark", "phone-light"):
        size, scheme = kind.split("-")
        with window(browser, size, scheme) as page:
            page.goto(server.address)
            expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
            shoot(page, f"signin-{kind}")
    for kind in ("desktop-light", "phone-dark"):
        size, scheme = kind.split("-")
        with window(browser, size, scheme) as page:
            house.let_in(page.context, f"new-{size}")
            go(page, server, "#/" if size == "phone" else "#/feeds/all")
            expect(page.locator(".state").first).to_be_visible()
            shoot(page, f"empty-{kind}")
    with window(browser, "desktop", "light", state) as page:
        page.route(re.compile(r"/api/(feeds/[^/]+/)?entries"), lambda route: route.abort())
        page.context.route("**/sw.js", lambda route: route.abort())
        page.goto(f"{server.address}/#/feeds/all")
        expect(page.locator(".entries-pane .state-icon.trouble")).to_be_visible()
        shoot(page, "error-desktop-light")
    with window(browser, "phone", "light", state) as page:
        go(page, server, "#/feeds/all")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        page.reload()
        expect(page.locator(".entry-row").first).to_be_visible()
        page.wait_for_timeout(1500)
        server.kill()
        page.reload()
        expect(page.locator(".banner")).to_be_visible()
        shoot(page, "offline-phone-light")


def main() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.png"):
        if len(sys.argv) < 2:
            old.unlink()
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--mute-audio"])
        publishing = Publishing(browser)
        server = Tonearm(Path(home), "--allow-private-addresses")
        try:
            house = House(server)
            context: BrowserContext = browser.new_context()
            house.let_in(context, "maren", administrator=True)
            house.set_password(context)
            furnish(context, house, publishing)
            state = context.storage_state()
            ordinary(browser, server, state)
            places(browser, server, state)
            details(browser, server, state)
            exceptional(browser, house, state)
        finally:
            server.kill()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
