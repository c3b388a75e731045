// The third pane: one episode.

import type { Chapter, Entry, EntrySummary } from "../api.js";
import { iconButton, setIconButton } from "../dom/buttons.js";
import { fill, h } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { tabs } from "../dom/tabs.js";
import { fullDay, length } from "../model/format.js";
import { printRoute } from "../model/route.js";
import { online } from "../net/client.js";
import { sentence } from "../net/failure.js";
import * as routes from "../net/routes.js";
import { bookmarksOf, skippedChapters } from "../net/library-routes.js";
import { chapters as allChapters } from "../net/show-routes.js";
import { audible, player, playEntry, showChapters, toggleEntry } from "../player/index.js";
import { setRead, setStarred } from "../state/actions.js";
import { entries, me } from "../state/app.js";
import { bookmarksChanged } from "../state/bookmarks.js";
import { Signal } from "../state/signal.js";
import { isQueued, queue } from "../state/queue.js";
import { back, route } from "../state/navigation.js";
import { placeAbove } from "../state/place.js";
import { artwork } from "./art.js";
import { isPhone } from "./widths.js";
import type { LeftOut } from "./chapters.js";
import { chapterList } from "./chapters.js";
import { openEntryMenu, putInQueue, takeFromQueue } from "./entry-menu.js";
import { bookmarkList, fundingLinks, outLink, peopleList, smallPrint, soundbiteList } from "./entry-parts.js";
import { numbering } from "./entry-row.js";
import { renderNotes } from "./notes.js";
import { emptyState, errorState } from "./states.js";
import { transcriptView } from "./transcript.js";

/** Which part of an episode is looked at: it stays for the next one. */
export const wantedTab = new Signal("notes");

export class EntryPane {
  readonly element: HTMLElement;
  private readonly body = h("div", { class: "pane-body entry-scroll" });
  private readonly read = iconButton("unheard", "Mark as read", () => this.toggleRead());
  private readonly star = iconButton("star", "Star", () => this.toggleStar());
  private readonly more = iconButton("more", "More about this episode", () => {
    if (this.id !== null) openEntryMenu(this.more, this.id, "pane");
  });
  private readonly play = h("button", { class: "button primary play-button", type: "button" });
  private readonly queue = h("button", { class: "button queue-button", type: "button" });
  private readonly head = h("div", { class: "entry-head" });
  private readonly rest = h("div", { class: "entry-rest" });
  private id: string | null = null;
  private turn = 0;
  /** Loads the entry once more, when that failed: also by itself, when the reason is gone. */
  private again: (() => void) | null = null;

  constructor() {
    const close = iconButton("left", "Back to the list", () => back(placeAbove()));
    close.classList.add("back");
    this.element = h(
      "section",
      { class: "pane entry-pane", "aria-label": "Episode" },
      h("header", { class: "pane-head" }, close, h("span", { class: "spread" }), this.read, this.star, this.more),
      this.body,
    );
    this.more.setAttribute("aria-haspopup", "menu");
    this.queue.addEventListener("click", () => {
      const entry = this.entry;
      if (entry !== undefined) void (isQueued(entry.id) ? takeFromQueue(entry) : putInQueue(entry, "end"));
    });
    this.play.addEventListener("click", () => {
      const entry = this.entry;
      if (entry !== undefined) toggleEntry(entry);
    });
    route.follow((now) => {
      if (now.name === "entry") this.open(now.entry, now.at);
      else if (now.name !== "player" && now.name !== "settings") this.close();
    });
    entries.onChange((id) => {
      if (id === this.id) this.refresh();
    });
    me.onChange((user) => user !== null && this.again?.());
    online.onChange((isOnline) => isOnline && this.again?.());
    queue.onChange(() => this.refresh());
    player.status.onChange(() => this.refresh());
    player.entry.onChange(() => this.refresh());
    let shownMinute = -1;
    player.position.onChange((seconds) => {
      const minute = Math.floor(seconds / 5);
      if (minute !== shownMinute && this.id !== null && player.holds(this.id)) this.refresh();
      shownMinute = minute;
    });
  }

  private get entry(): EntrySummary | undefined {
    return this.id === null ? undefined : entries.get(this.id);
  }

  private close(): void {
    this.id = null;
    this.turn += 1;
    this.again = null;
    fill(
      this.body,
      emptyState(
        "headphones",
        "Pick an episode",
        "Its notes and chapters appear here. Press ? for the keyboard's shortcuts.",
      ),
    );
    this.refresh();
  }

  private open(id: string, at?: number): void {
    if (id === this.id) {
      const entry = this.entry;
      if (at !== undefined && player.holds(id) && entry !== undefined) player.seek(at);
      return;
    }
    this.id = id;
    fill(this.rest, notesSkeleton());
    fill(this.body, h("article", { class: "entry" }, this.head, this.rest));
    this.body.scrollTop = 0;
    this.showHead();
    this.refresh();
    void this.load(id, at);
  }

  private async load(id: string, at?: number): Promise<void> {
    const turn = ++this.turn;
    this.again = null;
    try {
      const entry = await routes.entry(id);
      if (turn !== this.turn) return;
      entries.put([entry]);
      if (entry.media === undefined) setRead(entry.id, true);
      this.showHead(entry);
      this.showRest(entry);
      this.refresh();
      if (at !== undefined) this.goTo(entry, at);
      if (player.holds(id)) showChapters(entry);
    } catch (error) {
      if (turn !== this.turn) return;
      const again = (): void => {
        fill(this.rest, notesSkeleton());
        void this.load(id, at);
      };
      this.again = again;
      fill(this.rest, errorState(sentence(error), again));
    }
  }

  /** A link with a time: the player stands there, silent; what plays already goes there. */
  private goTo(entry: Entry, at: number): void {
    if (entry.media === undefined) return;
    if (player.holds(entry.id)) player.seek(at);
    else player.load(entry, { play: false, at, rate: player.rate.value });
  }

  private showHead(entry: (EntrySummary & Partial<Entry>) | undefined = this.entry): void {
    if (entry === undefined) {
      fill(this.head, h("div", { class: "bone title" }));
      return;
    }
    const facts = [
      fullDay(entry.published),
      entry.duration === undefined ? "" : length(entry.duration),
      entry.episodeDisplay ?? numbering(entry),
      entry.seasonName ?? "",
      entry.explicit === true ? "Explicit" : "",
    ];
    const actions = h(
      "div",
      { class: "entry-actions" },
      ...(entry.media === undefined ? [] : [this.play, this.queue]),
      entry.link === undefined || !/^https?:/i.test(entry.link) ? null : outLink(entry.link, "button", icon("out"), "Web page"),
      ...fundingLinks(entry.funding ?? []).slice(0, 2),
    );
    fill(
      this.head,
      artwork(entry.art, 160, "hero-art"),
      h(
        "div",
        { class: "entry-title" },
        h("a", { class: "entry-feed", href: printRoute({ name: "feed", feed: entry.feed }) }, entry.feedTitle),
        h("h2", { tabindex: -1 }, entry.title),
        h("p", { class: "entry-facts" }, facts.filter((part) => part !== "").join(" · ")),
        isPhone() ? null : actions,
      ),
      isPhone() ? actions : null,
    );
  }

  private showRest(entry: Entry): void {
    const seek = (seconds: number): void => playEntry(entries.get(entry.id) ?? entry, seconds);
    const body = (): HTMLElement[] => this.notesOf(entry, seek);
    if (entry.transcripts.length === 0) {
      fill(this.rest, peopleList(entry.people), ...body());
      return;
    }
    fill(
      this.rest,
      peopleList(entry.people),
      tabs(
        "Parts of this episode",
        [
          { id: "notes", label: "Notes", make: body },
          { id: "transcript", label: "Transcript", make: () => [transcriptView(entry, entry.transcripts, seek)] },
        ],
        wantedTab.value,
        (id) => wantedTab.set(id),
      ),
    );
  }

  private notesOf(entry: Entry, seek: (seconds: number) => void): HTMLElement[] {
    const hasMedia = entry.media !== undefined;
    const chapters = h("div", { class: "entry-chapters-place" });
    const marks = h("div", { class: "entry-bookmarks-place" });
    if (hasMedia) {
      this.showChapterBox(chapters, entry, seek);
      this.showBookmarks(marks, entry.id);
    }
    const notes = entry.notes.trim() === ""
      ? h("p", { class: "quiet" }, "This episode has no notes.")
      : renderNotes(entry.notes, entry.duration, hasMedia ? seek : null);
    return [
      hasMedia ? soundbiteList(entry.soundbites, entry.title, seek) : null,
      hasMedia ? chapters : null,
      hasMedia ? marks : null,
      notes,
      smallPrint(entry),
    ].filter((part): part is HTMLElement => part !== null);
  }

  /** The chapters that are known at once, then all that the server finds in files. */
  private showChapterBox(place: HTMLElement, entry: Entry, seek: (seconds: number) => void): void {
    const left: LeftOut = { starts: [] };
    let known = audible(entry.chapters);
    const show = (): void => {
      if (known.length === 0) fill(place);
      else fill(place, chapterBox(known, entry.id, seek, left));
    };
    show();
    if (entry.chaptersPending) {
      allChapters(entry.id).then((list) => {
        known = audible(list.chapters);
        show();
      }).catch(() => undefined);
    }
    if (known.length > 0 || entry.chaptersPending) {
      skippedChapters(entry.id).then(({ starts }) => {
        left.starts = starts;
        if (starts.length > 0) show();
      }).catch(() => undefined);
    }
  }

  private showBookmarks(place: HTMLElement, id: string): void {
    const load = (): void => {
      bookmarksOf(id).then((page) => fill(place, bookmarkList(page.bookmarks))).catch(() => undefined);
    };
    load();
    const stop = bookmarksChanged.onChange(() => {
      if (this.id === id) load();
      else stop();
    });
  }

  private refresh(): void {
    const entry = this.entry;
    this.read.hidden = this.star.hidden = this.more.hidden = entry === undefined;
    if (entry === undefined) return;
    setIconButton(this.read, entry.read ? "heard" : "unheard", entry.read ? "Mark as unread" : "Mark as read");
    setIconButton(this.star, entry.starred ? "starred" : "star", entry.starred ? "Remove the star" : "Star");
    this.star.classList.toggle("on", entry.starred);
    this.read.classList.toggle("on", entry.read);
    const isIn = isQueued(entry.id);
    if (this.queue.dataset["shown"] !== String(isIn)) {
      this.queue.dataset["shown"] = String(isIn);
      fill(this.queue, icon(isIn ? "check" : "queue"), h("span", {}, isIn ? "In the queue" : "Queue"));
      this.queue.setAttribute("aria-label", isIn ? "Remove from the queue" : "Add to the queue");
    }
    const isActive = player.holds(entry.id) && player.isActive;
    const label = isActive ? "Pause" : playLabel(entry);
    const key = `${isActive} ${label}`;
    if (this.play.dataset["shown"] === key) return;
    this.play.dataset["shown"] = key;
    fill(this.play, icon(isActive ? "pause" : "play"), h("span", {}, label));
  }

  private toggleRead(): void {
    const entry = this.entry;
    if (entry !== undefined) setRead(entry.id, !entry.read);
  }

  private toggleStar(): void {
    const entry = this.entry;
    if (entry !== undefined) setStarred(entry.id, !entry.starred);
  }
}

function playLabel(entry: EntrySummary): string {
  const position = player.holds(entry.id) ? player.position.value : entry.position ?? 0;
  if (entry.read && !player.holds(entry.id)) return "Play again";
  if (position < 1) return "Play";
  const duration = entry.duration;
  return duration === undefined ? "Continue" : `Continue · ${length(Math.max(1, duration - position))} left`;
}

function chapterBox(
  chapters: readonly Chapter[],
  entry: string,
  seek: (seconds: number) => void,
  left: LeftOut,
): HTMLElement {
  return h(
    "section",
    { class: "entry-chapters", "aria-label": "Chapters" },
    h("h3", {}, "Chapters"),
    chapterList(chapters, entry, seek, left),
  );
}

function notesSkeleton(): HTMLElement {
  return h(
    "div",
    { class: "skeleton notes-skeleton", role: "status", "aria-label": "Loading" },
    ...[96, 88, 92, 60].map((part) => h("div", { class: `bone part-${part}` })),
  );
}
