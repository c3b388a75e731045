// The list of one feed under one filter: keyset pages, loaded as they are scrolled to, new ones put on top.

import type { EntryFilter, EntryPage, EntrySummary } from "../api.js";
import { Failure, sentence } from "../net/failure.js";
import { Signal } from "./signal.js";

export type ListPhase =
  | { state: "loading" }
  | { state: "ready" }
  | { state: "loading-more" }
  | { state: "failed"; message: string }
  | { state: "failed-more"; message: string };

export type FetchPage = (feed: string, filter: EntryFilter, after?: string) => Promise<EntryPage>;

export class EntryList {
  readonly phase = new Signal<ListPhase>({ state: "loading" });
  /** The ids in order; replaced as a whole when it changes. */
  readonly ids = new Signal<readonly string[]>([]);
  private next: string | undefined;
  private turn = 0;

  constructor(
    readonly feed: string,
    readonly filter: EntryFilter,
    private readonly fetchPage: FetchPage,
    private readonly keep: (entries: readonly EntrySummary[]) => void,
  ) {}

  /** Whether all pages are here. */
  get isWhole(): boolean {
    return this.next === undefined && (this.phase.value.state === "ready" || this.phase.value.state === "loading-more");
  }

  /** Loads the first page, anew. */
  async load(): Promise<void> {
    const turn = ++this.turn;
    this.phase.set({ state: "loading" });
    try {
      const page = await this.fetchPage(this.feed, this.filter);
      if (turn !== this.turn) return;
      this.take(page, []);
    } catch (error) {
      if (turn === this.turn) this.phase.set({ state: "failed", message: sentence(error) });
    }
  }

  /** Loads the next page, unless one is on its way or all are here. */
  async loadMore(): Promise<void> {
    const phase = this.phase.value.state;
    if (this.next === undefined || (phase !== "ready" && phase !== "failed-more")) return;
    const turn = this.turn;
    this.phase.set({ state: "loading-more" });
    try {
      const page = await this.fetchPage(this.feed, this.filter, this.next);
      if (turn === this.turn) this.take(page, this.ids.value);
    } catch (error) {
      if (turn === this.turn) this.phase.set({ state: "failed-more", message: sentence(error) });
    }
  }

  /** Looks for new entries without disturbing what is shown. Answers how many came. */
  async renew(): Promise<number> {
    if (this.phase.value.state === "failed") {
      await this.load();
      return 0;
    }
    if (this.phase.value.state !== "ready") return 0;
    const turn = this.turn;
    let page: EntryPage;
    try {
      page = await this.fetchPage(this.feed, this.filter);
    } catch (error) {
      if (error instanceof Failure) return 0;
      throw error;
    }
    if (turn !== this.turn || this.phase.value.state !== "ready") return 0;
    const shown = new Set(this.ids.value);
    const fresh = page.entries.filter((entry) => !shown.has(entry.id));
    this.keep(page.entries);
    if (fresh.length === 0) return 0;
    const meets = fresh.length < page.entries.length || shown.size === 0;
    if (meets && this.ids.value.length > 0) {
      this.ids.set(mergeNewest(this.ids.value, page.entries.map((entry) => entry.id)));
    } else {
      this.take(page, []);
    }
    return fresh.length;
  }

  /** Fetches what is shown again, at most a few pages, for its flags; the order and the scrolling stay. */
  async refetch(): Promise<void> {
    if (this.phase.value.state !== "ready") return;
    const turn = this.turn;
    let after: string | undefined;
    try {
      for (let page = 0; page < 4; page += 1) {
        const answer = await this.fetchPage(this.feed, this.filter, after);
        if (turn !== this.turn) return;
        this.keep(answer.entries);
        after = answer.next;
        if (after === undefined || answer.entries.every((entry) => !this.ids.value.includes(entry.id))) break;
      }
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }

  private take(page: EntryPage, before: readonly string[]): void {
    this.keep(page.entries);
    this.next = page.next;
    const known = new Set(before);
    this.ids.set([...before, ...page.entries.map((entry) => entry.id).filter((id) => !known.has(id))]);
    this.phase.set({ state: "ready" });
  }
}

/** Puts the ids of the newest page where they belong among those shown; shown ones that left the page stay. */
export function mergeNewest(shown: readonly string[], newest: readonly string[]): string[] {
  const isShown = new Set(shown);
  const result: string[] = [];
  let rest = 0;
  for (const id of newest) {
    if (!isShown.has(id)) {
      result.push(id);
      continue;
    }
    const place = shown.indexOf(id, rest);
    if (place < 0) continue;
    result.push(...shown.slice(rest, place + 1));
    rest = place + 1;
  }
  return [...result, ...shown.slice(rest)];
}
