// The head of the second pane: what is listed, its filter, its trouble.

import type { EntryFilter, Feed } from "../api.js";
import { allFeeds, entryFilters } from "../api.js";
import { iconButton } from "../dom/buttons.js";
import { fill, h, setText } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { ago, count } from "../model/format.js";
import { isRefreshing } from "../state/actions.js";
import { feed, feeds, list, subscriptions } from "../state/app.js";
import { go } from "../state/navigation.js";
import { artwork } from "./art.js";
import { markAllReadAfterAsking, openFeedMenu, refreshNow } from "./feed-actions.js";

const filterNames: Record<EntryFilter, string> = {
  all: "All",
  unread: "Unread",
  started: "Started",
  starred: "Starred",
};

/** What stands in the pane's bar, and what scrolls away above the rows. */
export function entriesHead(): { bar: HTMLElement[]; top: HTMLElement[] } {
  const title = h("h2", { class: "pane-title", id: "entries-title", tabindex: -1 });
  const refresh = iconButton("refresh", "Refresh", () => void refreshNow(openFeed()));
  const read = iconButton("checks", "Mark all as read", () => void markAllReadAfterAsking(openFeed()));
  const menu = iconButton("more", "More about this podcast", () => {
    const row = feed(openFeed());
    if (row !== undefined) openFeedMenu(menu, row);
  });
  menu.setAttribute("aria-haspopup", "menu");
  const hero = h("div", { class: "hero" });
  const trouble = h("div", { class: "trouble-box" });
  const filters = h("div", { class: "filters", role: "group", "aria-label": "Show" });
  const buttons = entryFilters.map((filter) => {
    const button = h(
      "button",
      {
        class: "filter",
        type: "button",
        on: { click: () => go({ name: "feed", feed: openFeed(), filter }, "replace") },
      },
      filterNames[filter],
    );
    filters.append(button);
    return { filter, button };
  });
  const show = (): void => {
    const row = feed(openFeed());
    setText(title, row?.title ?? (openFeed() === allFeeds ? "All Subscriptions" : "Podcast"));
    refresh.classList.toggle("turning", isRefreshing(openFeed()));
    for (const { filter, button } of buttons) {
      button.setAttribute("aria-pressed", String(filter === list.value?.filter));
    }
    const known = row !== undefined && row.id !== allFeeds;
    hero.hidden = !known;
    menu.hidden = !known;
    refresh.hidden = read.hidden = row === undefined || subscriptions().length === 0;
    filters.hidden = refresh.hidden;
    if (known && hero.dataset["shown"] !== heroKey(row)) {
      hero.dataset["shown"] = heroKey(row);
      fill(hero, ...heroOf(row));
    }
    showTrouble(trouble, known ? row : undefined);
  };
  feeds.onChange(show);
  list.follow(show);
  return { bar: [title, h("span", { class: "spread" }), refresh, read, menu], top: [hero, trouble, filters] };
}

function openFeed(): string {
  return list.value?.feed ?? allFeeds;
}

function heroKey(row: Feed): string {
  return [row.id, row.title, row.author, row.description, row.art, row.entries, row.unread].join("\n");
}

function heroOf(row: Feed): HTMLElement[] {
  const about = h("p", { class: "hero-about" }, row.description ?? "");
  about.hidden = (row.description ?? "") === "";
  about.addEventListener("click", () => about.classList.toggle("whole"));
  const facts = [
    count(row.entries, "episode"),
    row.unread > 0 ? `${row.unread} unread` : "",
  ].filter((part) => part !== "").join(" · ");
  return [
    artwork(row.art, 96, "large"),
    h(
      "div",
      { class: "hero-text" },
      h("p", { class: "hero-title" }, row.title),
      row.author === undefined ? h("span") : h("p", { class: "hero-author" }, row.author),
      h("p", { class: "hero-facts" }, facts),
    ),
    about,
  ];
}

function showTrouble(box: HTMLElement, row: Feed | undefined): void {
  const trouble = row?.trouble;
  box.hidden = trouble === undefined;
  if (row === undefined || trouble === undefined) return;
  const key = `${row.id} ${trouble.message} ${trouble.failures}`;
  if (box.dataset["shown"] === key) return;
  box.dataset["shown"] = key;
  const since = trouble.gone
    ? "Its publisher ended it; it is no longer fetched. What is here stays."
    : `Failing since ${ago(trouble.since, new Date())}, ${count(trouble.failures, "attempt")}.`;
  fill(
    box,
    icon("warning"),
    h("div", {}, h("p", {}, trouble.message), h("p", { class: "hint" }, since)),
    trouble.gone ? null : h(
      "button",
      { class: "button small", type: "button", on: { click: () => void refreshNow(row.id) } },
      "Try again",
    ),
  );
}
