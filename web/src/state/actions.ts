// What a person can do to entries and subscriptions. The page shows the result at once; the server hears of it.

import type { EntrySummary, Feed, FeedChange } from "../api.js";
import { allFeeds } from "../api.js";
import * as routes from "../net/routes.js";
import { changeFeeds, entries, feed, feeds, list, loadFeeds, write } from "./app.js";

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

/** Marks what the list holds now as read; entries that arrive meanwhile stay unread. */
export async function markAllRead(feedID: string): Promise<void> {
  const before = feed(feedID)?.newest;
  await routes.markRead(feedID, before);
  const matches = (entry: EntrySummary): boolean => !entry.read && (feedID === allFeeds || entry.feed === feedID);
  entries.changeAll((entry) => matches(entry) && (before === undefined || entry.published <= before), { read: true });
  await loadFeeds();
}

/** Asks for a refresh and follows it to its end. Answers how many entries came into the open list. */
export async function refresh(feedID: string): Promise<number> {
  await routes.refresh(feedID);
  for (let round = 0; round < 90; round += 1) {
    await new Promise((done) => setTimeout(done, round === 0 ? 300 : 1000));
    await loadFeeds();
    if (!isRefreshing(feedID)) break;
  }
  return (await list.value?.renew()) ?? 0;
}

export function isRefreshing(feedID: string): boolean {
  if (feeds.value.state !== "ready") return false;
  return feedID === allFeeds ? feeds.value.value.some((row) => row.refreshing) : feed(feedID)?.refreshing === true;
}

export async function changeFeed(id: string, change: FeedChange): Promise<void> {
  const changed = await routes.changeFeed(id, change);
  changeFeeds((row) => (row.id === id ? changed : row));
  if (change.title !== undefined) entries.changeAll((entry) => entry.feed === id, { feedTitle: changed.title });
  await loadFeeds();
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
