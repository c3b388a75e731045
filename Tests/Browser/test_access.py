"""For those who use the keyboard, a screen reader, or big fingers."""

from playwright.sync_api import Page, expect

from listener import Listener

NAMELESS = """() => [...document.querySelectorAll('button, a[href], input:not([type=hidden]), select, [role=menuitem]')]
  .filter(e => e.checkVisibility({visibilityProperty: true}))
  .filter(e => !((e.getAttribute('aria-label') || '').trim()
    || (e.textContent || '').trim()
    || (e.labels && e.labels.length > 0 && e.labels[0].textContent.trim())
    || (e.getAttribute('title') || '').trim()))
  .map(e => e.outerHTML.slice(0, 120))"""

SMALL = """() => [...document.querySelectorAll('button, .feed-link, .row-link')]
  .filter(e => e.checkVisibility({visibilityProperty: true}) && !e.closest('[inert]') && !e.matches('.skip, .timestamp, .notes *'))
  .map(e => [e.getBoundingClientRect(), e.outerHTML.slice(0, 100)])
  .filter(([box]) => box.height > 0 && (box.height < 44 || box.width < 44))
  .map(([box, html]) => `${box.width}x${box.height} ${html}`)"""

# The contrast of every text with the ground it stands on, by the formula of WCAG 2.
FAINT = """() => {
  const parse = (c) => { const m = c.match(/[\\d.]+/g).map(Number); return c.startsWith('color(srgb') ? [m[0]*255, m[1]*255, m[2]*255, m[3] ?? 1] : [m[0], m[1], m[2], m[3] ?? 1]; };
  const over = (top, under) => top.slice(0, 3).map((v, i) => v * top[3] + under[i] * (1 - top[3])).concat(1);
  const light = (c) => { const [r, g, b] = c.slice(0, 3).map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const ground = (e) => { let layers = []; for (let n = e; n; n = n.parentElement) { const c = parse(getComputedStyle(n).backgroundColor); if (c[3] > 0) layers.push(c); if (c[3] === 1) break; } return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255, 1]); };
  const result = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const e = node.parentElement;
    if (node.data.trim() === '' || !e.checkVisibility({visibilityProperty: true, opacityProperty: true}) || e.closest('noscript, [inert], :disabled')) continue;
    const under = ground(e), text = over(parse(getComputedStyle(e).color), under);
    const [a, b] = [light(text), light(under)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) result.push(`${ratio.toFixed(2)} ${node.data.trim().slice(0, 40)} .${e.className}`);
  }
  return result;
}"""


def look(page: Page, is_phone: bool) -> None:
    assert page.evaluate(NAMELESS) == []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.wait_for_timeout(50)
        assert page.evaluate(FAINT) == [], scheme
    if is_phone:
        assert page.evaluate(SMALL) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")


def test_every_place_has_names_contrast_and_room_for_fingers(subscriber: Listener) -> None:
    page = subscriber.page
    look(page, subscriber.is_phone)
    subscriber.open_episode("Long crossing")
    expect(subscriber.episode.locator(".notes")).to_be_visible()
    subscriber.play_episode()
    subscriber.wait_for_time(0.5)
    look(page, subscriber.is_phone)
    if subscriber.is_phone:
        subscriber.player.get_by_role("link", name="Now playing").click()
        expect(page.get_by_role("region", name="Now playing")).to_be_visible()
        look(page, True)
        page.go_back()
    page.keyboard.press("?")
    expect(subscriber.dialog).to_be_visible()
    look(page, False)
    page.keyboard.press("Escape")
    page.keyboard.press("a")
    expect(subscriber.dialog).to_be_visible()
    look(page, False)


def test_landmarks_and_headings_are_there(subscriber: Listener) -> None:
    page = subscriber.page
    assert page.get_by_role("main").count() == 1
    assert page.locator("nav[aria-label='Subscriptions']").count() == 1
    subscriber.open_episode("Long crossing")
    subscriber.play_episode()
    expect(subscriber.player).to_be_visible()
    assert page.evaluate("() => document.documentElement.lang") == "en"


def test_everything_important_works_with_the_keyboard_alone(listener: Listener, publisher) -> None:
    page = listener.page
    page.keyboard.press("a")
    expect(listener.dialog.get_by_label("Address of the podcast")).to_be_focused()
    page.keyboard.type(f"{publisher.address}/harbour.xml")
    page.keyboard.press("Enter")
    expect(page.locator(".pane-title")).to_have_text("Harbour & Sons")
    expect(listener.dialog).to_have_count(0)
    expect(listener.row("A letter")).to_be_visible()
    page.keyboard.press("j")
    expect(listener.episode.get_by_role("heading", name="A letter")).to_be_visible()
    page.keyboard.press("j")
    expect(listener.episode.get_by_role("heading", name="Long crossing")).to_be_visible()
    page.keyboard.press(" ")
    listener.wait_for_time(0.3)
    page.keyboard.press("ArrowRight")
    listener.wait_for_time(30)
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => window.tonearmMedia[0].currentTime < 25")
    page.keyboard.press("Shift+ArrowRight")
    page.wait_for_function("() => window.tonearmMedia[0].currentTime >= 30")
    page.keyboard.press("m")
    assert listener.media()["muted"] is True
    page.keyboard.press("]")
    assert listener.media()["rate"] == 1.1
    page.keyboard.press("s")
    expect(listener.episode.get_by_role("button", name="Remove the star")).to_be_visible()
    page.keyboard.press("u")
    expect(listener.episode.get_by_role("button", name="Mark as unread")).to_be_visible()
    page.keyboard.press("?")
    expect(listener.dialog).to_contain_text("Keyboard shortcuts")
    page.keyboard.press("Escape")
    expect(listener.dialog).to_have_count(0)
    page.keyboard.press(" ")
    page.wait_for_function("() => window.tonearmMedia[0].paused")
    page.keyboard.press("Escape")
    expect(page.locator(".pane-title")).to_have_text("Harbour & Sons")
    expect(listener.row("Long crossing").locator("a")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(listener.row("Short crossing").locator("a")).to_be_focused()
    page.keyboard.press("Enter")
    expect(listener.episode.get_by_role("heading", name="Short crossing")).to_be_visible()


def test_tab_reaches_the_panes_in_order_and_focus_is_seen(subscriber: Listener) -> None:
    page = subscriber.page
    subscriber.reload()
    expect(subscriber.row("Long crossing")).to_be_visible()
    seen: list[str] = []
    for _ in range(24):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("() => (document.activeElement.closest('nav, .entries-pane, .entry-pane, .skip') || document.body).className.split(' ').pop()"))
        if seen[-1] == "entries-pane":
            break
    wanted = ["skip", "entries-pane"] if subscriber.is_phone else ["skip", "feeds-pane", "entries-pane"]
    assert [name for index, name in enumerate(seen) if index == 0 or name != seen[index - 1]] == wanted
    outline = page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none"


def test_typing_in_a_field_is_not_a_shortcut(subscriber: Listener) -> None:
    page = subscriber.page
    page.keyboard.press("a")
    page.keyboard.type("mjusr? ")
    expect(subscriber.dialog.get_by_label("Address of the podcast")).to_have_value("mjusr? ")
    assert page.evaluate("() => document.querySelectorAll('dialog').length") == 1
