// What the part of the address behind `#` names. The address is the state: back, forward and reload just work.

import type { EntryFilter } from "../api.js";
import { entryFilters } from "../api.js";

export type Route =
  | { name: "home" }
  | { name: "feed"; feed: string; filter?: EntryFilter }
  | { name: "entry"; entry: string; at?: number }
  | { name: "player" };

/** Reads `#/feeds/all?filter=unread`, `#/entries/12?t=90`, `#/player`; anything else is the home. */
export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#/, "").split("?", 2);
  const parts = path.split("/").filter((part) => part !== "");
  const parameters = new URLSearchParams(query);
  const id = parts[1] ?? "";
  if (parts.length === 1 && parts[0] === "player") return { name: "player" };
  if (parts.length !== 2 || !/^[A-Za-z0-9_-]{1,64}$/.test(id)) return { name: "home" };
  if (parts[0] === "feeds") {
    const filter = entryFilters.find((name) => name === parameters.get("filter"));
    return filter === undefined ? { name: "feed", feed: id } : { name: "feed", feed: id, filter };
  }
  if (parts[0] === "entries") {
    const at = Number(parameters.get("t") ?? "");
    return at > 0 && Number.isFinite(at) ? { name: "entry", entry: id, at } : { name: "entry", entry: id };
  }
  return { name: "home" };
}

/** The address of a route, `#` included. */
export function printRoute(route: Route): string {
  switch (route.name) {
    case "home":
      return "#/";
    case "player":
      return "#/player";
    case "feed":
      return `#/feeds/${route.feed}${route.filter === undefined ? "" : `?filter=${route.filter}`}`;
    case "entry":
      return `#/entries/${route.entry}${route.at === undefined ? "" : `?t=${Math.floor(route.at)}`}`;
  }
}

/** The one-use secrets that a printed link carries: `#setup=…`, `#token=…` or `?token=…`. */
export function linkToken(search: string, hash: string): { kind: "setup" | "login"; token: string } | null {
  const inHash = new URLSearchParams(hash.replace(/^#\/?\??/, ""));
  const setup = inHash.get("setup");
  if (setup) return { kind: "setup", token: setup };
  const token = inHash.get("token") ?? new URLSearchParams(search).get("token");
  return token ? { kind: "login", token } : null;
}
