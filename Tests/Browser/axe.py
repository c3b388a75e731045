"""Runs axe-core in a page: the rules of WCAG 2.2 A and AA and its best practices."""

import json
from functools import cache
from importlib.resources import files

from playwright.sync_api import Page

# Content that is not the page's: a rule that the page cannot keep for others.
OPTIONS = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], "resultTypes": ["violations"]}


@cache
def source() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text()


def violations(page: Page) -> list[str]:
    """What axe finds: the rule, and the elements that break it."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(source())
    found = page.evaluate(f"() => axe.run(document, {json.dumps(OPTIONS)}).then(result => result.violations)")
    return [
        f"{violation['id']}: {node['html'][:160]} ({node['failureSummary'].splitlines()[-1].strip()})"
        for violation in found
        for node in violation["nodes"]
    ]
