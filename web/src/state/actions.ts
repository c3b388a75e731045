// What a person can do to entries and subscriptions. The page shows the result at once; the server hears of it.

import type { EntrySummary, Feed, FeedChange, MarkedRead, MarkRead } from "../api.js";
import { allFeeds } from "../api.js";
import * as library from "../net/library-routes.js";
import * as routes from "../net/routes.js";
import { changeFeeds, entries, feed, feeds, list, loadFeeds, write } from "./app.js";
import { folder, loadFolders } from "./library.js";

export function setRead(id: string, read: boolean): void {
  const entry = entries.get(id);
  if (entry === undefined || entry.read === read) return;
  entries.change(id, { read });
  count(entry.feed, read ? -1 : 1);
  write({ kind: "read", entry: id, value: read });
}

export function setStarred(id: string, starred: boolean): void {
  const entry = entries.get(id);
  if (entry === undefined || entry.starred === starred) return;
  entries.change(id, { starred });
  write({ kind: "starred", entry: id, value: starred });
}

/** Marks what a list holds now as read; entries that arrive meanwhile stay unread. */
export async function markAllRead(key: string, olderThan?: number): Promise<MarkedRead> {
  const before = feed(key)?.newest;
  const what: MarkRead = olderThan === undefined ? (before === undefined ? {} : { before }) : { olderThan };
  const answer = key.startsWith("folder:")
    ? await library.markFolderRead(key.slice("folder:".length), what)
    : await library.markFeedRead(key, what);
  await afterMarking();
  return answer;
}

/** Marks an entry and those of its podcast below it as read. */
export async function markOlderRead(entry: EntrySummary): Promise<MarkedRead> {
  const answer = await library.markFeedRead(entry.feed, { entry: entry.id });
  await afterMarking();
  return answer;
}

/** Takes a marking back. */
export async function takeBack(token: string): Promise<void> {
  await library.undo(token);
  await afterMarking();
}

async function afterMarking(): Promise<void> {
  await Promise.all([loadFeeds(), list.value?.refetch()]);
}

/** The subscriptions whose entries a list holds. */
export function feedsOf(key: string): Feed[] {
  if (feeds.value.state !== "ready") return [];
  const name = key.startsWith("folder:") ? folder(key.slice("folder:".length))?.name : undefined;
  if (name !== undefined) return feeds.value.value.filter((row) => row.folder === name);
  const own = feed(key);
  return own === undefined || own.id === allFeeds ? feeds.value.value.filter((row) => row.id !== allFeeds) : [own];
}

/** Asks for a refresh and follows it to its end. Answers how many entries it brought. */
export async function refresh(feedID: string): Promise<number> {
  // Counted in the subscriptions: the open list may have them already, by the server's events.
  const entriesNow = (): number => feedsOf(feedID).reduce((sum, row) => sum + row.entries, 0);
  const before = entriesNow();
  if (feedID.startsWith("folder:")) await Promise.all(feedsOf(feedID).map((row) => routes.refresh(row.id)));
  else await routes.refresh(feedID.startsWith("search:") ? allFeeds : feedID);
  for (let round = 0; round < 90; round += 1) {
    await new Promise((done) => setTimeout(done, round === 0 ? 300 : 1000));
    await loadFeeds();
    if (!isRefreshing(feedID)) break;
  }
  await list.value?.renew();
  return Math.max(0, entriesNow() - before);
}

export function isRefreshing(feedID: string): boolean {
  if (feeds.value.state !== "ready") return false;
  if (feedID === allFeeds) return feeds.value.value.some((row) => row.refreshing);
  return feedsOf(feedID).some((row) => row.refreshing);
}

export async function changeFeed(id: string, change: FeedChange): Promise<void> {
  const changed = await routes.changeFeed(id, change);
  changeFeeds((row) => (row.id === id ? changed : row));
  if (change.title !== undefined) entries.changeAll((entry) => entry.feed === id, { feedTitle: changed.title });
  await Promise.all([loadFeeds(), change.folder === undefined ? undefined : loadFolders()]);
}

export async function unsubscribe(row: Feed): Promise<void> {
  await routes.unsubscribe(row.id);
  await loadFeeds();
}

function count(feedID: string, difference: number): void {
  changeFeeds(
    (row) => (row.id === feedID || row.id === allFeeds ? {
      ...row,
      unread: Math.max(0, row.unread + difference),
    } : row),
  );
}
