// The head of the second pane: what is listed, its filter, its trouble.

import type { EntryFilter, Feed } from "../api.js";
import { allFeeds } from "../api.js";
import { iconButton } from "../dom/buttons.js";
import { fill, h, setText } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { openMenu } from "../dom/popover.js";
import { ago, count } from "../model/format.js";
import { criteriaWords } from "../model/search.js";
import { isRefreshing } from "../state/actions.js";
import { feed, feeds, list, subscriptions } from "../state/app.js";
import { folder, folders, savedSearch, searches } from "../state/library.js";
import { go } from "../state/navigation.js";
import { listTitle } from "../state/titles.js";
import { artwork } from "./art.js";
import { openFeedAbout } from "./feed-about.js";
import { markAllReadAfterAsking, openFeedMenu, openMarkMenu, refreshNow } from "./feed-actions.js";
import { openFolderMenu } from "./folder-actions.js";
import { openSavedSearch } from "./saved-search.js";

const shown: readonly EntryFilter[] = ["all", "unread", "started", "starred"];
const filterNames: Record<EntryFilter, string> = {
  all: "All",
  unread: "Unread",
  started: "Started",
  starred: "Starred",
  finished: "Finished",
  unfinished: "Not finished",
  downloaded: "On the server",
  audio: "Audio",
  video: "Video",
};

/** What stands in the pane's bar, and what scrolls away above the rows. */
export function entriesHead(): { bar: HTMLElement[]; top: HTMLElement[] } {
  const title = h("h2", { class: "pane-title", id: "entries-title", tabindex: -1 });
  const refresh = iconButton("refresh", "Refresh", () => void refreshNow(openKey()));
  const read = iconButton("checks", "Mark all as read", () => void markAllReadAfterAsking(openKey()));
  const menu = iconButton("more", "More about this list", () => openMenuOf(menu));
  menu.setAttribute("aria-haspopup", "menu");
  const hero = h("div", { class: "hero" });
  const trouble = h("div", { class: "trouble-box" });
  const filters = filterBar();
  const show = (): void => {
    const key = openKey();
    const row = feed(key);
    const isSearch = key.startsWith("search:");
    setText(title, listTitle(key));
    refresh.classList.toggle("turning", isRefreshing(key));
    const isOne = row !== undefined && row.id !== allFeeds;
    const search = isSearch ? savedSearch(key.slice("search:".length)) : undefined;
    const heroElements = isOne ? heroOf(row) : search === undefined ? null : [
      h("p", { class: "hero-about" }, `Holds ${criteriaWords(search.criteria, (id) => folder(id)?.name, (id) => feed(id)?.title)}.`),
    ];
    const heroKey = isOne ? keyOf(row) : JSON.stringify(search ?? "");
    hero.hidden = heroElements === null;
    if (heroElements !== null && hero.dataset["shown"] !== heroKey) {
      hero.dataset["shown"] = heroKey;
      fill(hero, ...heroElements);
    }
    menu.setAttribute("aria-label", isOne ? "More about this podcast" : "More about this list");
    menu.title = menu.getAttribute("aria-label") ?? "";
    refresh.hidden = subscriptions().length === 0 || (isSearch && search === undefined);
    read.hidden = menu.hidden = refresh.hidden;
    if (isSearch) refresh.hidden = read.hidden = true;
    filters.show(refresh.hidden);
    showTrouble(trouble, isOne ? row : undefined);
  };
  for (const signal of [feeds, folders, searches]) signal.onChange(show);
  list.follow(show);
  return {
    bar: [title, h("span", { class: "spread" }), refresh, read, menu],
    top: [hero, trouble, filters.element],
  };
}

function openKey(): string {
  return list.value?.feed ?? allFeeds;
}

function openMenuOf(anchor: HTMLElement): void {
  const key = openKey();
  const row = feed(key);
  if (key.startsWith("folder:")) openFolderMenu(anchor, key.slice("folder:".length));
  else if (key.startsWith("search:")) {
    const search = savedSearch(key.slice("search:".length));
    if (search !== undefined) openSavedSearch(search.criteria, search);
  } else if (row !== undefined && row.id !== allFeeds) openFeedMenu(anchor, row);
  else openMarkMenu(anchor, key);
}

/** The usual filters as buttons, the seldom ones in a menu that shows which of them holds. */
function filterBar(): { element: HTMLElement; show: (isHidden: boolean) => void } {
  const element = h("div", { class: "filters", role: "group", "aria-label": "Show" });
  const choose = (filter: EntryFilter): void => go({ name: "feed", feed: openKey(), filter }, "replace");
  const buttons = shown.map((filter) => {
    const button = h("button", { class: "filter", type: "button", on: { click: () => choose(filter) } }, filterNames[filter]);
    element.append(button);
    return { filter, button };
  });
  const label = h("span", {}, "More");
  const others = (Object.keys(filterNames) as EntryFilter[]).filter((filter) => !shown.includes(filter));
  const more = h(
    "button",
    { class: "filter more-filters", type: "button", "aria-haspopup": "menu", "aria-expanded": "false", "aria-label": "More filters" },
    label,
    icon("down"),
  );
  more.addEventListener("click", () =>
    openMenu(
      more,
      "More filters",
      others.map((filter) => ({
        label: filterNames[filter],
        checked: list.value?.filter === filter,
        run: () => choose(filter),
      })),
    ));
  element.append(more);
  const show = (isHidden: boolean): void => {
    element.hidden = isHidden;
    const now = list.value?.filter ?? "all";
    for (const { filter, button } of buttons) button.setAttribute("aria-pressed", String(filter === now));
    const isOther = others.includes(now);
    more.classList.toggle("on", isOther);
    setText(label, isOther ? filterNames[now] : "More");
    more.setAttribute("aria-label", isOther ? `More filters: ${filterNames[now]}` : "More filters");
  };
  return { element, show };
}

function keyOf(row: Feed): string {
  return [row.id, row.title, row.author, row.description, row.art, row.entries, row.unread].join("\n");
}

function heroOf(row: Feed): HTMLElement[] {
  const about = h(
    "button",
    { class: "hero-about", type: "button", "aria-label": `About ${row.title}`, on: { click: () => openFeedAbout(row) } },
    h("span", { class: "hero-words" }, row.description ?? "About this podcast"),
  );
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
    h("a", { class: "button small", href: "#/settings/health" }, "Feed health"),
    trouble.gone ? null : h(
      "button",
      { class: "button small", type: "button", on: { click: () => void refreshNow(row.id) } },
      "Try again",
    ),
  );
}
