// The first pane: all subscriptions, by folder.

import type { Feed } from "../api.js";
import { allFeeds } from "../api.js";
import { iconButton } from "../dom/buttons.js";
import { fill, h } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { KeyedList } from "../dom/keyed.js";
import { feeds, loadFeeds } from "../state/app.js";
import { Signal } from "../state/signal.js";
import type { FeedRow } from "./feed-row.js";
import { makeFeedRow, updateFeedRow } from "./feed-row.js";
import { openMainMenu } from "./main-menu.js";
import { mark } from "./mark.js";
import { roving } from "./roving.js";
import { emptyState, errorState, skeletonRows } from "./states.js";
import { openSubscribe } from "./subscribe.js";

/** The feed whose list is open, for the mark in this pane. */
export const openFeed = new Signal<string>(allFeeds);

type Row = { kind: "feed"; feed: Feed } | { kind: "folder"; name: string };

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
      h("h1", { class: "brand-name", tabindex: -1 }, "Tonearm"),
      h("span", { class: "spread" }),
      iconButton("plus", "Subscribe to a podcast", () => openSubscribe()),
      menu,
    ),
    place,
  );
  const rows = new KeyedList<Row, FeedRow>(
    listElement,
    (row) => (row.kind === "feed" ? `feed ${row.feed.id}` : `folder ${row.name}`),
    (row) => (row.kind === "feed" ? makeFeedRow(row.feed) : h("li", { class: "folder" }, h("h2", {}, row.name))),
    (item, row) => {
      if (row.kind === "feed") updateFeedRow(
        item,
        row.feed,
        row.feed.id === openFeed.value,
      );
    },
  );
  const focus = roving(listElement, () => [...listElement.querySelectorAll<HTMLElement>(".feed-link")]);
  const nothing = h("p", { class: "quiet" }, "No podcast has that name.");
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
      const found = arrange(load.value, search.value);
      const isCalled = searchBox.classList.contains("called");
      const isWanted = isCalled || search.value !== "" || document.activeElement === search;
      searchBox.hidden = load.value.length < 8 && !isWanted;
      nothing.hidden = found.length > 0;
      rows.show(found);
      focus.refresh(rows.get(`feed ${openFeed.value}`)?.querySelector("a") ?? undefined);
    }
  };
  search.addEventListener("input", show);
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === "ArrowDown") {
      event.preventDefault();
      listElement.querySelector<HTMLElement>(".feed-link")?.focus();
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
  openFeed.onChange(show);
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

/** All Subscriptions, then what has no folder, then each folder under its name; only what matches the search. */
function arrange(all: readonly Feed[], search: string): Row[] {
  const wanted = search.trim().toLocaleLowerCase();
  if (wanted !== "") {
    const text = (feed: Feed): string => `${feed.title} ${feed.author ?? ""}`.toLocaleLowerCase();
    const matches = (feed: Feed): boolean => feed.id !== allFeeds && text(feed).includes(wanted);
    return all.filter(matches).map((feed) => ({ kind: "feed", feed }));
  }
  const folders = [...new Set(
    all.map((feed) => feed.folder ?? ""),
  )].filter((name) => name !== "").sort((a, b) => a.localeCompare(b));
  const rows: Row[] = all.filter((feed) => (feed.folder ?? "") === "").map((feed) => ({ kind: "feed", feed }));
  for (const name of folders) {
    rows.push({ kind: "folder", name });
    for (const feed of all) if (feed.folder === name) rows.push({ kind: "feed", feed });
  }
  return rows;
}
