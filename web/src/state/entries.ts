// Every entry the page has seen, once: lists, the open entry and the player look here, so a flag changes everywhere.

import type { EntrySummary } from "../api.js";
import type { Write } from "../model/outbox.js";
import type { Stop } from "./signal.js";

export class Entries {
  private known = new Map<string, EntrySummary>();
  private followers = new Set<(id: string) => void>();

  /** What has not reached the server yet and is newer than its answers. */
  pending: () => Write[] = () => [];

  get(id: string): EntrySummary | undefined {
    return this.known.get(id);
  }

  /** Takes what the server says, under what is still on its way to it. */
  put(list: readonly EntrySummary[]): void {
    const pending = this.pending();
    for (const entry of list) {
      const merged = pending.reduce(
        (result, write) => (write.entry === entry.id ? { ...result, ...changeOf(write) } : result),
        entry,
      );
      this.known.set(entry.id, merged);
      this.tell(entry.id);
    }
  }

  change(id: string, change: Partial<EntrySummary>): void {
    const entry = this.known.get(id);
    if (entry === undefined) return;
    this.known.set(id, { ...entry, ...change });
    this.tell(id);
  }

  /** Takes a change that another device made, under what is still on its way from here. */
  fromServer(id: string, change: Partial<EntrySummary>): void {
    const entry = this.known.get(id);
    if (entry !== undefined) this.put([{ ...entry, ...change }]);
  }

  /** Takes a value away that may be absent. */
  drop(id: string, key: "download" | "position" | "finished"): void {
    const entry = this.known.get(id);
    if (entry === undefined || entry[key] === undefined) return;
    const rest = { ...entry };
    delete rest[key];
    this.known.set(id, rest);
    this.tell(id);
  }

  /** Changes all that match. */
  changeAll(matches: (entry: EntrySummary) => boolean, change: Partial<EntrySummary>): void {
    for (const entry of this.known.values()) if (matches(entry)) this.change(entry.id, change);
  }

  onChange(follower: (id: string) => void): Stop {
    this.followers.add(follower);
    return () => this.followers.delete(follower);
  }

  forget(): void {
    this.known.clear();
  }

  private tell(id: string): void {
    for (const follower of [...this.followers]) follower(id);
  }
}

/** What a write changes in an entry. */
export function changeOf(write: Write): Partial<EntrySummary> {
  switch (write.kind) {
    case "read":
      return { read: write.value };
    case "starred":
      return { starred: write.value };
    case "position":
      return write.value.duration === undefined ? { position: write.value.seconds } : {
        position: write.value.seconds,
        duration: write.value.duration,
      };
  }
}
