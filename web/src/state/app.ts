// What the page knows: who is signed in, the subscriptions, the entries, the list that is open.

import type { EntryFilter, Feed, Me } from "../api.js";
import { allFeeds } from "../api.js";
import type { Delivery, Write } from "../model/outbox.js";
import { Outbox } from "../model/outbox.js";
import * as routes from "../net/routes.js";
import { Failure, sentence } from "../net/failure.js";
import { Entries } from "./entries.js";
import { EntryList } from "./entry-list.js";
import type { Load } from "./signal.js";
import { Signal } from "./signal.js";

export const me = new Signal<Me | null>(null);
export const feeds = new Signal<Load<Feed[]>>({ state: "loading" });
export const entries = new Entries();
export const list = new Signal<EntryList | null>(null);

let outbox: Outbox | null = null;

/** Begins a signed-in user's session: what waits to be sent is theirs. */
export function begin(user: Me): void {
  const shelf: Pick<Storage, "getItem" | "setItem"> = window.localStorage;
  outbox = new Outbox(shelf, `tonearm.outbox.${user.name.toLowerCase()}`, deliver);
  entries.pending = () => outbox?.pending() ?? [];
  me.set(user);
  void outbox.flush();
}

/** Forgets the user's data in this page. */
export function end(): void {
  outbox = null;
  entries.pending = () => [];
  entries.forget();
  feeds.set({ state: "loading" });
  list.set(null);
  me.set(null);
}

/** Sends a change and keeps it until the server has it. `keepalive` when the page is closing. */
export function write(change: Write, keepalive = false): void {
  if (outbox === null) return;
  outbox.put(change);
  if (keepalive) void deliver(change, true).catch(() => "later");
  else void outbox.flush();
}

/** Sends what waits. Answers whether all is sent. */
export function sendPending(): Promise<boolean> {
  return outbox?.flush() ?? Promise.resolve(true);
}

async function deliver(change: Write, keepalive = false): Promise<Delivery> {
  try {
    switch (change.kind) {
      case "position": {
        const winner = await routes.putPosition(change.entry, change.value, { keepalive });
        if (winner.at > change.value.at) entries.change(change.entry, { position: winner.seconds });
        break;
      }
      case "read":
        await routes.putRead(change.entry, change.value, { keepalive });
        break;
      case "starred":
        await routes.putStarred(change.entry, change.value, { keepalive });
    }
    return "done";
  } catch (error) {
    return error instanceof Failure && !error.isTemporary ? "refused" : "later";
  }
}

/** Fetches the subscriptions; a failure is shown only when there is nothing to show instead. */
export async function loadFeeds(): Promise<void> {
  try {
    const answer = await routes.feeds();
    feeds.set({ state: "ready", value: answer.feeds });
  } catch (error) {
    const message = sentence(error);
    const now = feeds.value;
    if (now.state === "loading" || (now.state === "failed" && now.message !== message)) {
      feeds.set({ state: "failed", message });
    }
  }
}

/** The subscriptions, without the first row that stands for all. */
export function subscriptions(): Feed[] {
  return feeds.value.state === "ready" ? feeds.value.value.filter((feed) => feed.id !== allFeeds) : [];
}

export function feed(id: string): Feed | undefined {
  return feeds.value.state === "ready" ? feeds.value.value.find((candidate) => candidate.id === id) : undefined;
}

/** Changes rows of the subscriptions at once, before the server's next answer. */
export function changeFeeds(change: (feed: Feed) => Feed): void {
  if (feeds.value.state === "ready") feeds.set({ state: "ready", value: feeds.value.value.map(change) });
}

/** Opens a list; the one that is open already stays as it is. */
export function openList(feedID: string, filter: EntryFilter): EntryList {
  const open = list.value;
  if (open !== null && open.feed === feedID && open.filter === filter) return open;
  const made = new EntryList(
    feedID,
    filter,
    (id, kind, after) => routes.listEntries(id, kind, after),
    (page) => entries.put(page),
  );
  list.set(made);
  void made.load();
  return made;
}
