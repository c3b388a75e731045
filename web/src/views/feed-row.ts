// One subscription in the list.

import type { Feed } from "../api.js";
import { allFeeds } from "../api.js";
import { h, setText } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { count } from "../model/format.js";
import { printRoute } from "../model/route.js";
import { artwork, showArt } from "./art.js";

const artSize = 44;

export interface FeedRow extends HTMLLIElement {
  feed?: Feed;
}

export function makeFeedRow(feed: Feed): FeedRow {
  const picture = feed.id === allFeeds ? h(
    "span",
    { class: "art all" },
    icon("headphones"),
  ) : artwork(feed.art, artSize);
  return h(
    "li",
    { class: "feed-row" },
    h(
      "a",
      { class: "feed-link", href: printRoute({ name: "feed", feed: feed.id }), tabindex: -1 },
      picture,
      h("span", { class: "feed-text" }, h("span", { class: "feed-title" }), h("span", { class: "feed-note" })),
      h("span", { class: "badge" }),
    ),
  );
}

export function updateFeedRow(row: FeedRow, feed: Feed, isOpen: boolean): void {
  const link = row.querySelector("a");
  if (link !== null) {
    if (isOpen) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (row.feed === feed) return;
  row.feed = feed;
  const find = (selector: string): HTMLElement => row.querySelector<HTMLElement>(selector) ?? row;
  setText(find(".feed-title"), feed.title);
  const note = find(".feed-note");
  row.classList.toggle("troubled", feed.trouble !== undefined);
  setText(note, noteOf(feed));
  note.hidden = note.textContent === "";
  const badge = find(".badge");
  setText(badge, feed.unread > 999 ? "999+" : String(feed.unread));
  badge.hidden = feed.unread === 0;
  badge.setAttribute("aria-label", `${feed.unread} unread`);
  const image = row.querySelector("img");
  if (image !== null) showArt(image, feed.art, artSize);
}

function noteOf(feed: Feed): string {
  if (feed.refreshing && feed.id !== allFeeds) return "Refreshing…";
  if (feed.trouble !== undefined) return feed.trouble.gone ? "Ended by its publisher" : "Does not come in";
  if (feed.id === allFeeds) return count(feed.entries, "episode");
  return feed.author ?? "";
}
