// What happened on the server, as it happens: keeps open pages in step. Where the stream does not come through (an old
// proxy, too many pages) the poll does the same, later.

import type { ServerEvent } from "../api.js";
import { online } from "../net/client.js";
import { entries, feed, list, loadFeeds } from "./app.js";
import { tellBookmarksChanged } from "./bookmarks.js";
import { tellDownloadsChanged, tellProgress } from "./downloads.js";
import { loadFolders, loadSearches } from "./library.js";
import { loadQueue, queue } from "./queue.js";
import { Signal } from "./signal.js";
import { loadWishes } from "./user-settings.js";

/** Whether the stream is open: the poll then rests. */
export const isInStep = new Signal(false);

const kinds = [
  "reset",
  "entries",
  "read",
  "starred",
  "position",
  "queue",
  "feeds",
  "settings",
  "bookmarks",
  "searches",
  "download",
  "progress",
  "refresh",
];

let source: EventSource | null = null;
let retry = 0;
let attempts = 0;

/** Opens the stream; it opens itself again after a break. */
export function startEvents(): void {
  if (!("EventSource" in window) || source !== null) return;
  clearTimeout(retry);
  const opened = new EventSource("/api/events", { withCredentials: true });
  source = opened;
  opened.addEventListener("open", () => {
    attempts = 0;
    isInStep.set(true);
    online.set(true);
  });
  opened.addEventListener("error", () => {
    isInStep.set(false);
    // The browser goes on by itself unless the answer was a refusal.
    if (opened.readyState !== EventSource.CLOSED) return;
    stopEvents();
    attempts += 1;
    retry = window.setTimeout(startEvents, Math.min(300_000, 5_000 * 2 ** attempts));
  });
  for (const kind of kinds) {
    opened.addEventListener(kind, (event) => {
      const told = read((event as MessageEvent<unknown>).data);
      if (told !== null) take(told);
    });
  }
}

export function stopEvents(): void {
  source?.close();
  source = null;
  clearTimeout(retry);
  isInStep.set(false);
}

function read(data: unknown): ServerEvent | null {
  try {
    const value: unknown = JSON.parse(String(data));
    if (typeof value !== "object" || value === null) return null;
    return typeof (value as { kind?: unknown }).kind === "string" ? (value as ServerEvent) : null;
  } catch {
    return null;
  }
}

function take(event: ServerEvent): void {
  switch (event.kind) {
    case "reset":
      everything();
      break;
    case "entries":
      soonFeeds();
      soonList(event.feed);
      break;
    case "read":
      if (event.entry !== undefined && event.read !== undefined) entries.fromServer(event.entry, { read: event.read });
      else void list.value?.refetch();
      soonFeeds();
      break;
    case "starred":
      if (event.entry !== undefined && event.starred !== undefined) {
        entries.fromServer(event.entry, { starred: event.starred });
      }
      break;
    case "position":
      takePosition(event);
      break;
    case "queue":
      if (queue.value.state !== "ready" || queue.value.value.version !== event.version) void loadQueue();
      break;
    case "feeds":
      soonFeeds();
      void loadFolders();
      break;
    case "settings":
      void loadWishes();
      break;
    case "bookmarks":
      tellBookmarksChanged();
      break;
    case "searches":
      void loadSearches();
      break;
    case "download":
      if (event.entry !== undefined) {
        if (event.state === undefined) entries.drop(event.entry, "download");
        else entries.change(event.entry, { download: event.state });
      }
      tellDownloadsChanged();
      break;
    case "progress":
      if (event.entry !== undefined) tellProgress(event.entry, event.received ?? 0, event.length);
      break;
    case "refresh":
      soonFeeds();
  }
}

function takePosition(event: ServerEvent): void {
  if (event.entry === undefined) return;
  const { position } = event;
  if (position === undefined) entries.drop(event.entry, "position");
  else {
    const duration = position.duration === undefined ? {} : { duration: position.duration };
    entries.fromServer(event.entry, { position: position.seconds, ...duration });
  }
}

function everything(): void {
  void loadFeeds();
  void loadFolders();
  void loadSearches();
  void loadQueue();
  void loadWishes();
  void list.value?.refetch();
  tellBookmarksChanged();
  tellDownloadsChanged();
}

let feedsTimer = 0;
let listTimer = 0;

/** Many events in a row ask once. */
function soonFeeds(): void {
  clearTimeout(feedsTimer);
  feedsTimer = window.setTimeout(() => void loadFeeds(), 250);
}

function soonList(changed: string | undefined): void {
  const open = list.value;
  if (open === null) return;
  const concerns = changed === undefined || feed(open.feed) === undefined || open.feed === "all" || open.feed === changed;
  if (!concerns) return;
  clearTimeout(listTimer);
  listTimer = window.setTimeout(() => void open.renew(), 300);
}
