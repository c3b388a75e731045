// The frame: three panes on a desktop, two on a tablet, one on a phone, the player below, the banner above.

import { h } from "../dom/h.js";
import { player, videoElement } from "../player/index.js";
import { route } from "../state/navigation.js";
import type { Middle } from "../state/place.js";
import { middle } from "../state/place.js";
import { banners } from "./banner.js";
import { BookmarksPane } from "./bookmarks-pane.js";
import { DownloadsPane } from "./downloads-pane.js";
import { EntriesPane } from "./entries.js";
import { EntryPane } from "./entry.js";
import { feedsPane } from "./feeds.js";
import { playerBar, playerSheet } from "./player-bar.js";
import { QueuePane } from "./queue-pane.js";
import { SearchPane } from "./search-pane.js";
import { settingsPane } from "./settings/pane.js";
import { isPhone, threePanes, twoPanes } from "./widths.js";

export interface Shell {
  element: HTMLElement;
  entries: EntriesPane;
}

type Level = "feeds" | "entries" | "entry" | "settings";

const levels: Record<typeof route.value.name, Level | null> = {
  home: "feeds",
  feed: "entries",
  queue: "entries",
  search: "entries",
  bookmarks: "entries",
  downloads: "entries",
  entry: "entry",
  settings: "settings",
  player: null,
};

export function makeShell(): Shell {
  const entries = new EntriesPane();
  const entry = new EntryPane();
  const feeds = feedsPane();
  const settings = settingsPane();
  const sheet = playerSheet();
  const bar = playerBar();
  const places: Record<Middle, HTMLElement> = {
    list: entries.element,
    queue: new QueuePane().element,
    search: new SearchPane().element,
    bookmarks: new BookmarksPane().element,
    downloads: new DownloadsPane().element,
  };
  const skip = h(
    "button",
    { class: "skip", type: "button", on: { click: () => skipTo(places[middle.value], entries) } },
    "Skip to the episodes",
  );
  const element = h(
    "div",
    { class: "shell" },
    skip,
    // On a phone the pane that bears the name may be out of sight.
    h("header", { class: "unseen" }, h("h1", {}, "Tonearm")),
    banners(),
    feeds,
    h("main", { class: "main" }, ...Object.values(places), entry.element, settings),
    h("div", { class: "stage" }, videoElement),
    bar,
    sheet,
  );
  const panes: Record<Level, () => HTMLElement> = {
    feeds: () => feeds,
    entries: () => places[middle.value],
    entry: () => entry.element,
    settings: () => settings,
  };
  let before = "";
  const show = (): void => {
    const level = levels[route.value.name] ?? (element.dataset["level"] as Level | undefined) ?? "feeds";
    const isSheet = route.value.name === "player" && player.entry.value !== null && isPhone();
    element.dataset["level"] = level;
    element.classList.toggle("sheet-open", isSheet);
    sheet.toggleAttribute("inert", !isSheet);
    bar.toggleAttribute("inert", isSheet);
    for (const [name, pane] of Object.entries(places)) pane.hidden = name !== middle.value;
    for (const [name, pane] of Object.entries(panes)) {
      pane().toggleAttribute("inert", isSheet || !isVisible(name as Level, level));
    }
    const place = isSheet ? "sheet" : level === "entries" ? middle.value : level;
    if (before !== "" && place !== before) moveFocus(isSheet ? sheet : panes[level]());
    before = place;
  };
  middle.onChange(show);
  route.follow(show);
  window.addEventListener("resize", show);
  player.entry.onChange((now) => {
    element.classList.toggle("has-player", now !== null);
    show();
  });
  return { element, entries };
}

/** Which panes a level shows at the window's width; the style sheet has the same widths. */
function isVisible(pane: Level, level: Level): boolean {
  const width = window.innerWidth;
  if (level === "settings" || pane === "settings") {
    return pane === level || (pane === "feeds" && width >= twoPanes);
  }
  if (width >= threePanes) return true;
  if (width >= twoPanes) return level === "entry" ? pane !== "feeds" : pane !== "entry";
  return pane === level;
}

function skipTo(pane: HTMLElement, entries: EntriesPane): void {
  if (pane === entries.element) entries.focusRow();
  else pane.querySelector<HTMLElement>(".row-link, h2[tabindex]")?.focus();
}

/** A pane that has just come into sight takes the focus when it was elsewhere and out of sight. */
function moveFocus(pane: HTMLElement): void {
  const focused = document.activeElement;
  const isSeen = focused !== null && focused !== document.body && focused.closest("[inert], [hidden]") === null;
  if (isSeen) return;
  const row = pane.querySelector<HTMLElement>(".row-link[tabindex='0'], .feed-link[tabindex='0']");
  (row ?? pane.querySelector<HTMLElement>("h1[tabindex], h2[tabindex]"))?.focus({ preventScroll: true });
}
