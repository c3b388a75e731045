// The server's routes, one function each.

import type {
  Entry,
  EntryFilter,
  EntryPage,
  Feed,
  FeedChange,
  FeedList,
  PlayPosition,
  ReadFlag,
  StarredFlag,
  SubscribeReport,
} from "../api.js";
import type { Options } from "./client.js";
import { request, send } from "./client.js";
import { folderEntries, searchEntries } from "./library-routes.js";

/** Subscribing fetches the feed, and a list of them fetches many. */
const patient = { timeout: 180_000 };

const at = encodeURIComponent;

export const feeds = (options?: Options) => request<FeedList>("GET", "/api/feeds", undefined, options);
export const subscribe = (url: string, options?: Options) => request<SubscribeReport>(
  "POST",
  "/api/feeds",
  { url },
  { ...patient, ...options },
);
export const changeFeed = (id: string, change: FeedChange) => request<Feed>("PATCH", `/api/feeds/${at(id)}`, change);
export const unsubscribe = (id: string) => request<void>("DELETE", `/api/feeds/${at(id)}`);
export const refresh = (id: string) => request<void>("POST", `/api/feeds/${at(id)}/refresh`);
/** One page of a list: of a feed, a folder (`folder:3`) or a saved search (`search:4`). */
export const listEntries = (key: string, filter: EntryFilter, after?: string): Promise<EntryPage> => {
  if (key.startsWith("folder:")) return folderEntries(key.slice("folder:".length), filter, after);
  if (key.startsWith("search:")) return searchEntries(key.slice("search:".length), after);
  return entries(key, filter, after);
};
const entries = (feed: string, filter: EntryFilter, after?: string) => {
  const query = new URLSearchParams({ limit: "50", filter });
  if (after !== undefined) query.set("after", after);
  return request<EntryPage>("GET", `/api/feeds/${at(feed)}/entries?${query}`);
};
export const entry = (id: string, options?: Options) => request<Entry>(
  "GET",
  `/api/entries/${at(id)}`,
  undefined,
  options,
);
export const putPosition = (id: string, position: PlayPosition, options?: Options) => request<PlayPosition>(
  "PUT",
  `/api/entries/${at(id)}/position`,
  position,
  options,
);
export const putRead = (id: string, read: boolean, options?: Options) => request<ReadFlag>(
  "PUT",
  `/api/entries/${at(id)}/read`,
  { read },
  options,
);
export const putStarred = (id: string, starred: boolean, options?: Options) => request<StarredFlag>(
  "PUT",
  `/api/entries/${at(id)}/starred`,
  { starred },
  options,
);

export const importList = (file: Blob) => send<SubscribeReport>("POST", "/api/opml", file, "text/x-opml", patient);
export const exportAddress = "/api/opml";

/** The address of artwork for a square of `size` CSS pixels; the sizes that the server makes. */
export function art(path: string, size: number): string {
  const wanted = size * Math.min(3, Math.max(1, window.devicePixelRatio));
  const step = [64, 128, 256, 512].find((candidate) => candidate >= wanted * 0.95) ?? 1024;
  return `${path}${path.includes("?") ? "&" : "?"}size=${step}`;
}
