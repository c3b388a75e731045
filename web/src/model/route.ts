// What the part of the address behind `#` names. The address is the state: back, forward and reload just work.

import type { EntryFilter } from "../api.js";
import { entryFilters } from "../api.js";

/** `feed`: a list of entries. Its key is a feed's id, `all`, `folder:3` or `search:4` (a saved search). */
export type Route =
  | { name: "home" }
  | { name: "feed"; feed: string; filter?: EntryFilter }
  | { name: "entry"; entry: string; at?: number }
  | { name: "queue" }
  | { name: "bookmarks" }
  | { name: "downloads" }
  | { name: "search"; words: string }
  | { name: "settings"; section?: string }
  | { name: "player" };

const plain = ["player", "queue", "bookmarks", "downloads"] as const;
const lists = { feeds: "", folders: "folder:", searches: "search:" };
const identifier = /^[A-Za-z0-9_-]{1,64}$/;

/** Reads `#/feeds/all?filter=unread`, `#/entries/12?t=90`, `#/player` and the like; anything else is the home. */
export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#/, "").split("?", 2);
  const [place = "", id, ...rest] = path.split("/").filter((part) => part !== "");
  const parameters = new URLSearchParams(query);
  if (rest.length > 0 || (id !== undefined && !identifier.test(id))) return { name: "home" };
  if (place === "settings") return id === undefined ? { name: "settings" } : { name: "settings", section: id };
  if (id === undefined) {
    if (place === "search") return { name: "search", words: parameters.get("q") ?? "" };
    const name = plain.find((candidate) => candidate === place);
    return name === undefined ? { name: "home" } : { name };
  }
  if (place === "entries") {
    const at = time(parameters.get("t"));
    return at === undefined ? { name: "entry", entry: id } : { name: "entry", entry: id, at };
  }
  if (!Object.keys(lists).includes(place)) return { name: "home" };
  const feed = lists[place as keyof typeof lists] + id;
  const filter = entryFilters.find((name) => name === parameters.get("filter"));
  return filter === undefined ? { name: "feed", feed } : { name: "feed", feed, filter };
}

/** The address of a route, `#` included. */
export function printRoute(route: Route): string {
  switch (route.name) {
    case "home":
      return "#/";
    case "settings":
      return route.section === undefined ? "#/settings" : `#/settings/${route.section}`;
    case "search":
      return route.words === "" ? "#/search" : `#/search?${new URLSearchParams({ q: route.words })}`;
    case "feed":
      return `#/${listPath(route.feed)}${route.filter === undefined ? "" : `?filter=${route.filter}`}`;
    case "entry":
      return `#/entries/${route.entry}${route.at === undefined ? "" : `?t=${Math.floor(route.at)}`}`;
    default:
      return `#/${route.name}`;
  }
}

function listPath(key: string): string {
  if (key.startsWith("folder:")) return `folders/${key.slice("folder:".length)}`;
  if (key.startsWith("search:")) return `searches/${key.slice("search:".length)}`;
  return `feeds/${key}`;
}

/** `?entry=12&t=90`: a link that people pass on. Answers the route that it stands for. */
export function sharedRoute(search: string): Route | null {
  const parameters = new URLSearchParams(search);
  const entry = parameters.get("entry");
  if (entry === null || !identifier.test(entry)) return null;
  const at = time(parameters.get("t"));
  return at === undefined ? { name: "entry", entry } : { name: "entry", entry, at };
}

/** A link to an entry, at a time, as it is passed on: it opens in any browser that may see this server. */
export function sharedAddress(origin: string, entry: string, at?: number): string {
  const time = at === undefined || at < 1 ? "" : `&t=${Math.floor(at)}`;
  return `${origin}/?entry=${encodeURIComponent(entry)}${time}`;
}

/** Seconds, or `1:02:03` as people write it. */
function time(text: string | null): number | undefined {
  if (text === null || !/^\d+(:\d{1,2}){0,2}(\.\d+)?$/.test(text)) return undefined;
  const seconds = text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return seconds > 0 && Number.isFinite(seconds) ? seconds : undefined;
}

/** The one-use secrets that a link carries: `#setup=…`, `#password=…`, `#token=…` or `?token=…`. */
export function linkToken(
  search: string,
  hash: string,
): { kind: "setup" | "password" | "login"; token: string } | null {
  const inHash = new URLSearchParams(hash.replace(/^#\/?\??/, ""));
  for (const kind of ["setup", "password"] as const) {
    const token = inHash.get(kind);
    if (token) return { kind, token };
  }
  const token = inHash.get("token") ?? new URLSearchParams(search).get("token");
  return token ? { kind: "login", token } : null;
}
