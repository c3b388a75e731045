// Search over everything: podcasts first, then episodes with the place where the words stand.

import type { Feed, SearchAnswer, SearchHit } from "../api.js";
import { iconButton } from "../dom/buttons.js";
import { fill, h, setText } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { count } from "../model/format.js";
import { printRoute } from "../model/route.js";
import { Failure, sentence } from "../net/failure.js";
import { search } from "../net/library-routes.js";
import { entries } from "../state/app.js";
import { go, route } from "../state/navigation.js";
import { artwork } from "./art.js";
import type { EntryRow } from "./entry-row.js";
import { flowRows } from "./flow-rows.js";
import { paneFrame } from "./pane-frame.js";
import { openSavedSearch } from "./saved-search.js";
import { emptyState, errorState, skeletonRows } from "./states.js";

const pause = 220;
const sources: Record<string, string> = { chapters: "In its chapters", transcript: "Spoken" };

export class SearchPane {
  readonly element: HTMLElement;
  private readonly field = h("input", {
    class: "search",
    type: "search",
    placeholder: "Search episodes and podcasts",
    "aria-label": "Search episodes and podcasts",
    autocomplete: "off",
    spellcheck: "false",
    enterkeyhint: "search",
  });
  private readonly place = h("div", { class: "search-results" });
  private readonly said = h("p", { class: "pane-facts", role: "status" });
  private readonly feeds = h("ul", { class: "found-feeds", "aria-label": "Podcasts" });
  private readonly more = h("button", { class: "button more-button", type: "button" }, "More results");
  private readonly keep: HTMLElement;
  private readonly rows = flowRows(
    "Episodes",
    (row) => row.parts?.text.append(h("span", { class: "row-snippet" })),
    (row, entry) => showSnippet(row, this.hits.find((hit) => hit.entry.id === entry.id)),
  );
  private hits: SearchHit[] = [];
  private next: string | undefined;
  private words = "";
  private timer = 0;
  private flight: AbortController | null = null;

  constructor() {
    this.keep = iconButton("bookmark", "Keep this search", () => openSavedSearch({ text: this.words }));
    const frame = paneFrame("search-pane", "Search", this.keep);
    this.element = frame.element;
    frame.body.append(
      h("div", { class: "search-box wide-search" }, icon("search"), this.field),
      this.said,
      this.place,
    );
    this.field.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.ask(this.field.value.trim()), pause);
    });
    this.field.addEventListener("keydown", (event) => this.key(event));
    this.more.addEventListener("click", () => void this.loadMore());
    route.follow((now) => {
      if (now.name !== "search") return;
      if (document.activeElement !== this.field) this.field.value = now.words;
      this.start(now.words);
    });
    this.element.addEventListener("call-search", () => {
      this.field.focus();
      this.field.select();
    });
  }

  private key(event: KeyboardEvent): void {
    if (event.key === "Enter") {
      event.preventDefault();
      clearTimeout(this.timer);
      this.ask(this.field.value.trim());
    } else if (event.key === "ArrowDown") {
      const first = this.place.querySelector<HTMLElement>("a");
      if (first === null) return;
      event.preventDefault();
      first.focus();
    }
  }

  /** The words are in the address, so that back, forward and a link find the same. */
  private ask(words: string): void {
    go({ name: "search", words }, "replace");
  }

  private start(words: string): void {
    this.keep.hidden = words === "";
    if (words === this.words && this.place.childElementCount > 0) return;
    this.words = words;
    this.flight?.abort();
    setText(this.said, "");
    if (words === "") {
      this.hits = [];
      fill(this.place, hints());
      return;
    }
    if (this.hits.length === 0) fill(this.place, skeletonRows(5, "entries"));
    this.place.setAttribute("aria-busy", "true");
    void this.load(words);
  }

  private async load(words: string): Promise<void> {
    const flight = new AbortController();
    this.flight = flight;
    try {
      const answer = await search(words, undefined, { signal: flight.signal });
      if (flight.signal.aborted) return;
      this.hits = [];
      this.show(answer);
      this.element.querySelector(".pane-body")?.scrollTo({ top: 0 });
    } catch (error) {
      if (flight.signal.aborted || (error instanceof Failure && error.code === "cancelled")) return;
      this.hits = [];
      fill(this.place, errorState(sentence(error), () => void this.load(words)));
    } finally {
      if (!flight.signal.aborted) this.place.removeAttribute("aria-busy");
    }
  }

  private async loadMore(): Promise<void> {
    const { words, next } = this;
    if (next === undefined) return;
    this.more.disabled = true;
    try {
      const answer = await search(words, next);
      if (words === this.words) this.show({ ...answer, feeds: [] }, true);
    } catch (error) {
      setText(this.said, sentence(error));
    } finally {
      this.more.disabled = false;
    }
  }

  private show(answer: SearchAnswer, isMore = false): void {
    entries.put(answer.entries.map((hit) => hit.entry));
    this.hits = [...this.hits, ...answer.entries];
    this.next = answer.next;
    this.more.hidden = answer.next === undefined;
    if (!isMore) fill(this.feeds, ...answer.feeds.map(feedRow));
    this.feeds.hidden = this.feeds.childElementCount === 0;
    const many = this.hits.length;
    if (many === 0 && this.feeds.hidden) {
      setText(this.said, "");
      fill(
        this.place,
        emptyState("search", "Nothing found", `No podcast and no episode has ${quoted(this.words)}. Fewer words find more.`),
      );
      return;
    }
    setText(this.said, `${count(many, "episode")}${answer.next === undefined ? "" : " and more"}`);
    fill(this.place, this.feeds, this.rows.element, this.more);
    this.rows.show(this.hits.map((hit) => hit.entry));
  }
}

function quoted(words: string): string {
  return `“${words.length > 60 ? `${words.slice(0, 60)}…` : words}”`;
}

function feedRow(feed: Feed): HTMLElement {
  return h(
    "li",
    {},
    h(
      "a",
      { class: "feed-link", href: printRoute({ name: "feed", feed: feed.id }) },
      artwork(feed.art, 44),
      h(
        "span",
        { class: "feed-text" },
        h("span", { class: "feed-title" }, feed.title),
        h("span", { class: "feed-note" }, feed.author ?? count(feed.entries, "episode")),
      ),
    ),
  );
}

/** The words are marked where they stand. */
function showSnippet(row: EntryRow, hit: SearchHit | undefined): void {
  const place = row.querySelector<HTMLElement>(".row-snippet");
  if (place === null || hit === undefined) return;
  const key = JSON.stringify(hit.snippet);
  if (place.dataset["shown"] === key) return;
  place.dataset["shown"] = key;
  const source = sources[hit.source];
  fill(
    place,
    source === undefined ? null : h("span", { class: "snippet-source" }, `${source}: `),
    ...hit.snippet.map((part) => (part.mark ? h("mark", {}, part.text) : part.text)),
  );
  place.hidden = hit.snippet.length === 0;
}

function hints(): HTMLElement {
  const hint = (example: string, meaning: string): HTMLElement[] => [h("dt", {}, h("code", {}, example)), h("dd", {}, meaning)];
  return h(
    "div",
    { class: "search-hints" },
    h("p", {}, "Titles, notes, chapters and what was spoken, in all your podcasts."),
    h(
      "dl",
      {},
      ...hint('"so many words"', "next to each other"),
      ...hint("-weather", "without the word"),
      ...hint("title:harbour", "in the title"),
      ...hint("feed:night", "of podcasts with that name"),
      ...hint("folder:news", "in a folder"),
      ...hint("is:unread", "also started, starred, finished, downloaded"),
      ...hint("after:2026-01-31", "or before: a day"),
    ),
  );
}
