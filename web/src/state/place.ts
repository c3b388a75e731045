// What stands in the second pane: it stays there while an entry is open beside it.

import { allFeeds } from "../api.js";
import type { Route } from "../model/route.js";
import { list } from "./app.js";
import { Signal } from "./signal.js";

export type Middle = "list" | "queue" | "search" | "bookmarks" | "downloads";

export const middle = new Signal<Middle>("list");

/** The words of the last search, to come back to. */
export const lastWords = new Signal("");

/** The place that an entry was opened from. */
export function placeAbove(): Route {
  switch (middle.value) {
    case "list":
      return { name: "feed", feed: list.value?.feed ?? allFeeds };
    case "search":
      return { name: "search", words: lastWords.value };
    default:
      return { name: middle.value };
  }
}
