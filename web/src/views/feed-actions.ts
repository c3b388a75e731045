// What a person can do to a subscription, with its questions and its answers in words.

import type { Feed, MarkedRead } from "../api.js";
import { allFeeds } from "../api.js";
import { confirmed } from "../dom/dialog.js";
import type { Item } from "../dom/popover.js";
import { openMenu } from "../dom/popover.js";
import { toast } from "../dom/toast.js";
import { count } from "../model/format.js";
import { sentence } from "../net/failure.js";
import { player } from "../player/index.js";
import { feedsOf, markAllRead, refresh, unsubscribe } from "../state/actions.js";
import { feed } from "../state/app.js";
import { listTitle } from "../state/titles.js";
import { go } from "../state/navigation.js";
import { openFeedSettings } from "./feed-settings.js";
import { showMarked } from "./marked.js";

export async function refreshNow(id: string): Promise<void> {
  try {
    const came = await refresh(id);
    const trouble = id === allFeeds ? undefined : feed(id)?.trouble;
    if (trouble !== undefined) toast(trouble.message, "error");
    else toast(came === 0 ? "No new episodes." : `${count(came, "new episode")}.`);
  } catch (error) {
    toast(sentence(error), "error");
  }
}

export async function markAllReadAfterAsking(key: string): Promise<void> {
  const rows = key === allFeeds ? [] : feedsOf(key);
  const unread = key === allFeeds ? feed(allFeeds)?.unread ?? 0 : rows.reduce((sum, row) => sum + row.unread, 0);
  if (unread === 0) {
    toast("Everything here is read.");
    return;
  }
  const where = key === allFeeds ? "all podcasts" : listTitle(key);
  const text = `${count(unread, "unread episode")} of ${where} will count as heard.`;
  if (await confirmed("Mark all as read?", text, "Mark as read")) await mark(() => markAllRead(key));
}

async function mark(work: () => Promise<MarkedRead>): Promise<void> {
  try {
    showMarked(await work());
  } catch (error) {
    toast(sentence(error), "error");
  }
}

/** Marks what is older than some days, chosen in a small menu at the button. */
export function openMarkMenu(anchor: HTMLElement, key: string): void {
  const older = (label: string, days: number) => ({
    label: `Older than ${label}`,
    run: () => void mark(() => markAllRead(key, days)),
  });
  openMenu(anchor, "Mark as read", [
    { label: "All", hint: "A", run: () => void markAllReadAfterAsking(key) },
    older("a day", 1),
    older("a week", 7),
    older("two weeks", 14),
    older("a month", 30),
    older("a year", 365),
  ]);
}

export function openFeedMenu(anchor: HTMLElement, row: Feed): void {
  const items: (Item | "line")[] = [
    { icon: "refresh", label: "Refresh", hint: "r", run: () => void refreshNow(row.id) },
    { icon: "checks", label: "Mark as read…", run: () => openMarkMenu(anchor, row.id) },
  ];
  if (row.id !== allFeeds) {
    items.push({ icon: "gear", label: "Settings of this podcast", run: () => openFeedSettings(row) });
    const link = row.link;
    if (link !== undefined && /^https?:/i.test(link)) items.push(
      { icon: "out", label: "Open its web page", run: () => void window.open(link, "_blank", "noopener,noreferrer") },
    );
    items.push(
      "line",
      { icon: "trash", label: "Unsubscribe", danger: true, run: () => void unsubscribeAfterAsking(row) },
    );
  }
  openMenu(anchor, row.title, items);
}

export async function unsubscribeAfterAsking(row: Feed, done?: () => Promise<void>): Promise<void> {
  const episodes = count(row.entries, "episode");
  const text = `Its ${episodes}, with what you heard and where you stopped, leave this server too.`;
  if (!(await confirmed(`Unsubscribe from ${row.title}?`, text, "Unsubscribe", "danger"))) return;
  try {
    await unsubscribe(row);
    if (player.entry.value?.feed === row.id) player.unload();
    if (done === undefined) go({ name: "feed", feed: allFeeds }, "replace");
    else await done();
    toast(`Unsubscribed from ${row.title}.`);
  } catch (error) {
    toast(sentence(error), "error");
  }
}
