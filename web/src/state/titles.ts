// What the list of entries that is open is called.

import { allFeeds } from "../api.js";
import { feed } from "./app.js";
import { folder, savedSearch } from "./library.js";

export function listTitle(key: string): string {
  if (key.startsWith("folder:")) return folder(key.slice("folder:".length))?.name ?? "Folder";
  if (key.startsWith("search:")) return savedSearch(key.slice("search:".length))?.title ?? "Saved search";
  return feed(key)?.title ?? (key === allFeeds ? "All Subscriptions" : "Podcast");
}
