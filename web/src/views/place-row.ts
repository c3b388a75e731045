// The rows of the first pane that are no podcast: places, saved searches, folders.

import type { Folder, SavedSearch } from "../api.js";
import { setIconButton, iconButton } from "../dom/buttons.js";
import { h, setText } from "../dom/h.js";
import type { IconName } from "../dom/icons.js";
import { icon } from "../dom/icons.js";
import { printRoute } from "../model/route.js";
import { lastWords } from "../state/place.js";
import { queued } from "../state/queue.js";
import type { FeedRow } from "./feed-row.js";

export type Place = "queue" | "search" | "bookmarks" | "downloads";

const places: Record<Place, { name: string; icon: IconName }> = {
  queue: { name: "Up next", icon: "queue" },
  search: { name: "Search", icon: "search" },
  bookmarks: { name: "Bookmarks", icon: "bookmark" },
  downloads: { name: "On the server", icon: "server" },
};

function line(href: string, name: IconName, title: string): FeedRow {
  return h(
    "li",
    { class: "feed-row place-row" },
    h(
      "a",
      { class: "feed-link place-link", href, tabindex: -1 },
      icon(name),
      h("span", { class: "feed-text" }, h("span", { class: "feed-title" }, title)),
      h("span", { class: "badge", hidden: true }),
    ),
  );
}

function setOpen(row: FeedRow, isOpen: boolean): void {
  const link = row.querySelector("a");
  if (isOpen) link?.setAttribute("aria-current", "page");
  else link?.removeAttribute("aria-current");
}

function setBadge(row: FeedRow, many: number, meaning: string): void {
  const badge = row.querySelector<HTMLElement>(".badge");
  if (badge === null) return;
  badge.hidden = many === 0;
  setText(badge, many > 999 ? "999+" : String(many));
  badge.setAttribute("aria-label", `${many} ${meaning}`);
}

export function placeRow(place: Place): FeedRow {
  return line(printRoute(place === "search" ? { name: "search", words: "" } : { name: place }), places[place].icon, places[place].name);
}

export function updatePlaceRow(row: FeedRow, place: Place, isOpen: boolean): void {
  setOpen(row, isOpen);
  if (place === "queue") setBadge(row, queued().length, "in the queue");
  if (place === "search") row.querySelector("a")?.setAttribute("href", printRoute({ name: "search", words: lastWords.value }));
}

export function searchRow(search: SavedSearch): FeedRow {
  return line(printRoute({ name: "feed", feed: `search:${search.id}` }), "spark", search.title);
}

export function updateSearchRow(row: FeedRow, search: SavedSearch, isOpen: boolean): void {
  setOpen(row, isOpen);
  const title = row.querySelector(".feed-title");
  if (title !== null) setText(title, search.title);
}

/** A folder: its name opens what is in it as one list, the arrow folds it up. */
export function folderRow(folder: Folder, fold: (id: string) => void): FeedRow {
  const arrow = iconButton("down", "Fold up", () => fold(folder.id));
  arrow.classList.add("fold");
  return h(
    "li",
    { class: "feed-row folder-row" },
    arrow,
    h(
      "a",
      { class: "feed-link folder-link", href: printRoute({ name: "feed", feed: `folder:${folder.id}` }), tabindex: -1 },
      h("h3", { class: "feed-title" }, folder.name),
      h("span", { class: "spread" }),
      h("span", { class: "badge", hidden: true }),
    ),
  );
}

export function updateFolderRow(row: FeedRow, folder: Folder, isFolded: boolean, isOpen: boolean): void {
  setOpen(row, isOpen);
  setBadge(row, folder.unread, "unread");
  const title = row.querySelector(".feed-title");
  if (title !== null) setText(title, folder.name);
  row.classList.toggle("folded", isFolded);
  const arrow = row.querySelector<HTMLButtonElement>(".fold");
  if (arrow === null) return;
  setIconButton(arrow, "down", isFolded ? `Unfold ${folder.name}` : `Fold up ${folder.name}`);
  arrow.setAttribute("aria-expanded", String(!isFolded));
}
