// The frame: three panes on a desktop, two on a tablet, one on a phone, the player below, the banner above.

import { h } from "../dom/h.js";
import { player, videoElement } from "../player/index.js";
import { route } from "../state/navigation.js";
import { banners } from "./banner.js";
import { EntriesPane } from "./entries.js";
import { EntryPane } from "./entry.js";
import { feedsPane } from "./feeds.js";
import { playerBar, playerSheet } from "./player-bar.js";
import { isPhone, threePanes, twoPanes } from "./widths.js";

export interface Shell {
  element: HTMLElement;
  entries: EntriesPane;
}

export function makeShell(): Shell {
  const entries = new EntriesPane();
  const entry = new EntryPane();
  const feeds = feedsPane();
  const sheet = playerSheet();
  const bar = playerBar();
  const skip = h(
    "button",
    { class: "skip", type: "button", on: { click: () => entries.focusRow() } },
    "Skip to the episodes",
  );
  const element = h(
    "div",
    { class: "shell" },
    skip,
    banners(),
    feeds,
    h("main", { class: "main" }, entries.element, entry.element),
    h("div", { class: "stage" }, videoElement),
    bar,
    sheet,
  );
  const panes = { feeds, entries: entries.element, entry: entry.element };
  let before = "";
  const show = (): void => {
    const name = route.value.name;
    const levels = { home: "feeds", feed: "entries", entry: "entry", player: element.dataset["level"] ?? "feeds" };
    const level = levels[name];
    const isSheet = name === "player" && player.entry.value !== null && isPhone();
    element.dataset["level"] = level;
    element.classList.toggle("sheet-open", isSheet);
    sheet.toggleAttribute("inert", !isSheet);
    bar.toggleAttribute("inert", isSheet);
    for (const [key, pane] of Object.entries(panes)) pane.toggleAttribute("inert", isSheet || !isVisible(key, level));
    const place = isSheet ? "sheet" : level;
    if (before !== "" && place !== before) moveFocus(isSheet ? sheet : panes[level as keyof typeof panes]);
    before = place;
  };
  route.follow(show);
  window.addEventListener("resize", show);
  player.entry.onChange((now) => {
    element.classList.toggle("has-player", now !== null);
    show();
  });
  return { element, entries };
}

/** Which panes a level shows at the window's width; the style sheet has the same widths. */
function isVisible(pane: string, level: string): boolean {
  const width = window.innerWidth;
  if (width >= threePanes) return true;
  if (width >= twoPanes) return level === "entry" ? pane !== "feeds" : pane !== "entry";
  return pane === level;
}

/** A pane that has just come into sight takes the focus when it was elsewhere and out of sight. */
function moveFocus(pane: HTMLElement): void {
  const focused = document.activeElement;
  if (focused !== null && focused !== document.body && focused.closest("[inert]") === null) return;
  const row = pane.querySelector<HTMLElement>(".row-link[tabindex='0'], .feed-link[tabindex='0']");
  (row ?? pane.querySelector<HTMLElement>("h1[tabindex], h2[tabindex]"))?.focus({ preventScroll: true });
}
