// The first pane: the places (all, queue, search …), saved searches, then the subscriptions by folder.

import type { Feed, Folder, SavedSearch } from "../api.js";
import { allFeeds } from "../api.js";
import { iconButton } from "../dom/buttons.js";
import { fill, h } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { KeyedList } from "../dom/keyed.js";
import { feeds, loadFeeds } from "../state/app.js";
import { folders, searches } from "../state/library.js";
import { go, route } from "../state/navigation.js";
import { lastWords, middle } from "../state/place.js";
import { changeSettings, settings } from "../state/settings.js";
import { Signal } from "../state/signal.js";
import { queue } from "../state/queue.js";
import type { FeedRow } from "./feed-row.js";
import { makeFeedRow, updateFeedRow } from "./feed-row.js";
import { openMainMenu } from "./main-menu.js";
import { mark } from "./mark.js";
import type { Place } from "./place-row.js";
import { folderRow, placeRow, searchRow, updateFolderRow, updatePlaceRow, updateSearchRow } from "./place-row.js";
import { roving } from "./roving.js";
import { emptyState, errorState, skeletonRows } from "./states.js";
import { openSubscribe } from "./subscribe.js";

/** The list that is open, for the mark in this pane: a feed's id, `all`, `folder:3`, `search:4`. */
export const openFeed = new Signal<string>(allFeeds);

type Row =
  | { kind: "feed"; feed: Feed }
  | { kind: "folder"; folder: Folder; isFolded: boolean }
  | { kind: "place"; place: Place }
  | { kind: "search"; search: SavedSearch }
  | { kind: "heading"; name: string };

function keyOf(row: Row): string {
  switch (row.kind) {
    case "feed":
      return `feed ${row.feed.id}`;
    case "folder":
      return `folder ${row.folder.id}`;
    case "place":
      return `place ${row.place}`;
    case "search":
      return `search ${row.search.id}`;
    case "heading":
      return `heading ${row.name}`;
  }
}

function make(row: Row): FeedRow {
  switch (row.kind) {
    case "feed":
      return makeFeedRow(row.feed);
    case "folder":
      return folderRow(row.folder, fold);
    case "place":
      return placeRow(row.place);
    case "search":
      return searchRow(row.search);
    case "heading":
      return h("li", { class: "folder" }, h("h3", {}, row.name));
  }
}

function update(item: FeedRow, row: Row): void {
  const isAway = route.value.name === "settings";
  const isList = middle.value === "list" && !isAway;
  switch (row.kind) {
    case "feed":
      updateFeedRow(item, row.feed, isList && row.feed.id === openFeed.value);
      break;
    case "folder":
      updateFolderRow(item, row.folder, row.isFolded, isList && openFeed.value === `folder:${row.folder.id}`);
      break;
    case "place":
      updatePlaceRow(item, row.place, middle.value === row.place && !isAway);
      break;
    case "search":
      updateSearchRow(item, row.search, isList && openFeed.value === `search:${row.search.id}`);
      break;
    case "heading":
  }
}

const foldedChanged = new Signal(0);

function folded(): Set<string> {
  return new Set(settings().folded.split(" ").filter((id) => id !== ""));
}

function fold(id: string): void {
  const now = folded();
  if (!now.delete(id)) now.add(id);
  changeSettings({ folded: [...now].join(" ") });
  foldedChanged.set(foldedChanged.value + 1);
}

export function feedsPane(): HTMLElement {
  const search = h(
    "input",
    {
      class: "search",
      type: "search",
      placeholder: "Find a podcast",
      "aria-label": "Find a podcast",
      autocomplete: "off",
      spellcheck: "false",
    },
  );
  const searchBox = h("div", { class: "search-box" }, icon("search"), search);
  const listElement = h("ul", { class: "feed-list" });
  const place = h("div", { class: "pane-body" });
  const menu = iconButton("more", "More", () => openMainMenu(menu));
  menu.setAttribute("aria-haspopup", "menu");
  const pane = h(
    "nav",
    { class: "pane feeds-pane", "aria-label": "Subscriptions" },
    h(
      "header",
      { class: "pane-head brand" },
      mark(),
      h("h2", { class: "brand-name", tabindex: -1 }, "Tonearm"),
      h("span", { class: "spread" }),
      iconButton("plus", "Subscribe to a podcast", () => openSubscribe()),
      menu,
    ),
    place,
  );
  const rows = new KeyedList<Row, FeedRow>(listElement, keyOf, make, update);
  const focus = roving(listElement, () => [...listElement.querySelectorAll<HTMLElement>(".feed-link")]);
  const nothing = h("button", { class: "button all-search", type: "button" });
  nothing.addEventListener("click", () => {
    go({ name: "search", words: search.value.trim() });
    search.value = "";
    show();
  });
  const show = (): void => {
    const load = feeds.value;
    if (load.state === "loading") {
      if (place.querySelector(".skeleton") === null) fill(place, skeletonRows(6, "feeds"));
    } else if (load.state === "failed") {
      fill(place, errorState(load.message, () => retry()));
    } else if (load.value.length <= 1) {
      if (place.querySelector(".first-run") === null) fill(place, firstRun());
    } else {
      if (!place.contains(listElement)) fill(place, searchBox, listElement, nothing);
      const wanted = search.value.trim();
      const isCalled = searchBox.classList.contains("called");
      searchBox.hidden = load.value.length < 8 && !isCalled && wanted === "" && document.activeElement !== search;
      nothing.hidden = wanted === "";
      fill(nothing, icon("search"), `Search episodes for “${wanted}”`);
      rows.show(wanted === "" ? arrange(load.value) : matching(load.value, wanted));
      focus.refresh(rows.get(`feed ${openFeed.value}`)?.querySelector("a") ?? undefined);
    }
  };
  search.addEventListener("input", show);
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === "ArrowDown") {
      event.preventDefault();
      (listElement.querySelector<HTMLElement>(".feed-link") ?? nothing).focus();
    } else if (event.key === "Escape") {
      search.value = "";
      searchBox.classList.remove("called");
      show();
      listElement.querySelector<HTMLElement>(".feed-link")?.focus();
    }
  });
  pane.addEventListener("call-search", () => {
    searchBox.classList.add("called");
    searchBox.hidden = false;
    search.focus();
    search.select();
  });
  feeds.follow(show);
  for (const signal of [openFeed, middle, folders, searches, queue, foldedChanged, lastWords, route]) signal.onChange(show);
  return pane;
}

function retry(): void {
  feeds.set({ state: "loading" });
  void loadFeeds();
}

function firstRun(): HTMLElement {
  const invitation = emptyState(
    "headphones",
    "Nothing here yet",
    "Add a podcast by its address or web page, or bring your list along as OPML.",
    h(
      "button",
      { class: "button primary", type: "button", on: { click: () => openSubscribe() } },
      icon("plus"),
      "Subscribe",
    ),
  );
  invitation.classList.add("first-run");
  return invitation;
}

function matching(all: readonly Feed[], wanted: string): Row[] {
  const words = wanted.toLocaleLowerCase();
  return all
    .filter((feed) => feed.id !== allFeeds && `${feed.title} ${feed.author ?? ""}`.toLocaleLowerCase().includes(words))
    .map((feed) => ({ kind: "feed", feed }));
}

/** All Subscriptions and the places, saved searches, what has no folder, then each folder with its podcasts. */
function arrange(all: readonly Feed[]): Row[] {
  const places: readonly Place[] = ["queue", "search", "bookmarks", "downloads"];
  const rows: Row[] = all.filter((feed) => feed.id === allFeeds).map((feed) => ({ kind: "feed", feed }));
  rows.push(...places.map((place): Row => ({ kind: "place", place })));
  if (searches.value.length > 0) {
    rows.push({ kind: "heading", name: "Saved searches" });
    rows.push(...searches.value.map((search): Row => ({ kind: "search", search })));
  }
  rows.push({ kind: "heading", name: "Podcasts" });
  const known = new Map(folders.value.map((folder) => [folder.name, folder]));
  const shut = folded();
  const loose = (feed: Feed): boolean => feed.id !== allFeeds && ((feed.folder ?? "") === "" || !known.has(feed.folder ?? ""));
  rows.push(...all.filter(loose).map((feed): Row => ({ kind: "feed", feed })));
  for (const folder of folders.value) {
    const isFolded = shut.has(folder.id);
    rows.push({ kind: "folder", folder, isFolded });
    if (!isFolded) rows.push(...all.filter((feed) => feed.folder === folder.name).map((feed): Row => ({ kind: "feed", feed })));
  }
  return rows;
}
