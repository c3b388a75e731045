// The third pane: one episode.

import type { Entry, EntrySummary } from "../api.js";
import { iconButton, setIconButton } from "../dom/buttons.js";
import { fill, h } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { toast } from "../dom/toast.js";
import { fullDay, length } from "../model/format.js";
import { printRoute } from "../model/route.js";
import { online } from "../net/client.js";
import { sentence } from "../net/failure.js";
import * as routes from "../net/routes.js";
import { player, playEntry, toggleEntry } from "../player/index.js";
import { setRead, setStarred } from "../state/actions.js";
import { entries, list, me } from "../state/app.js";
import { back, route } from "../state/navigation.js";
import { artwork } from "./art.js";
import { isPhone } from "./widths.js";
import { chapterList } from "./chapters.js";
import { numbering } from "./entry-row.js";
import { renderNotes } from "./notes.js";
import { emptyState, errorState } from "./states.js";

export class EntryPane {
  readonly element: HTMLElement;
  private readonly body = h("div", { class: "pane-body entry-scroll" });
  private readonly read = iconButton("unheard", "Mark as read", () => this.toggleRead());
  private readonly star = iconButton("star", "Star", () => this.toggleStar());
  private readonly link = iconButton("link", "Copy link to this episode", () => void this.copyLink());
  private readonly play = h("button", { class: "button primary play-button", type: "button" });
  private readonly head = h("div", { class: "entry-head" });
  private readonly rest = h("div", { class: "entry-rest" });
  private id: string | null = null;
  private turn = 0;
  /** Loads the entry once more, when that failed: also by itself, when the reason is gone. */
  private again: (() => void) | null = null;

  constructor() {
    const close = iconButton("left", "Back to the list", () => back({ name: "feed", feed: list.value?.feed ?? "all" }));
    close.classList.add("back");
    this.element = h(
      "section",
      { class: "pane entry-pane", "aria-label": "Episode" },
      h("header", { class: "pane-head" }, close, h("span", { class: "spread" }), this.read, this.star, this.link),
      this.body,
    );
    this.play.addEventListener("click", () => {
      const entry = this.entry;
      if (entry !== undefined) toggleEntry(entry);
    });
    route.follow((now) => {
      if (now.name === "entry") this.open(now.entry, now.at);
      else if (now.name === "feed" || now.name === "home") this.close();
    });
    entries.onChange((id) => {
      if (id === this.id) this.refresh();
    });
    me.onChange((user) => user !== null && this.again?.());
    online.onChange((isOnline) => isOnline && this.again?.());
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
    if (id === this.id) return;
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
      if (at !== undefined && entry.media !== undefined && !player.holds(id)) {
        player.load(entry, { play: false, at, rate: player.rate.value });
      }
      if (player.holds(id)) player.chapters.set(entry.chapters);
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

  private showHead(entry: (EntrySummary & { link?: string; author?: string }) | undefined = this.entry): void {
    if (entry === undefined) {
      fill(this.head, h("div", { class: "bone title" }));
      return;
    }
    const facts = [
      fullDay(entry.published),
      entry.duration === undefined ? "" : length(entry.duration),
      numbering(entry),
      entry.explicit === true ? "Explicit" : "",
    ];
    const link = entry.link !== undefined && /^https?:/i.test(entry.link) ? entry.link : undefined;
    const actions = h(
      "div",
      { class: "entry-actions" },
      entry.media === undefined ? null : this.play,
      link === undefined ? null : h(
        "a",
        { class: "button", href: link, target: "_blank", rel: "noopener noreferrer" },
        icon("out"),
        "Web page",
      ),
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
    const hasMedia = entry.media !== undefined;
    const seek = hasMedia ? (seconds: number): void => playEntry(entries.get(entry.id) ?? entry, seconds) : null;
    fill(
      this.rest,
      entry.people.length === 0 ? null : people(entry),
      entry.chapters.length === 0 || !hasMedia ? null : h(
        "section",
        { class: "entry-chapters", "aria-label": "Chapters" },
        h("h3", {}, "Chapters"),
        chapterList(entry.chapters, entry.id, (seconds) => seek?.(seconds)),
      ),
      entry.notes.trim() === "" ? h(
        "p",
        { class: "quiet" },
        "This episode has no notes.",
      ) : renderNotes(entry.notes, entry.duration, seek),
    );
  }

  private refresh(): void {
    const entry = this.entry;
    this.read.hidden = this.star.hidden = this.link.hidden = entry === undefined;
    if (entry === undefined) return;
    setIconButton(this.read, entry.read ? "heard" : "unheard", entry.read ? "Mark as unread" : "Mark as read");
    setIconButton(this.star, entry.starred ? "starred" : "star", entry.starred ? "Remove the star" : "Star");
    this.star.classList.toggle("on", entry.starred);
    this.read.classList.toggle("on", entry.read);
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

  private async copyLink(): Promise<void> {
    const id = this.id;
    if (id === null) return;
    const at = player.holds(id) && player.position.value >= 1 ? { at: player.position.value } : {};
    const address = new URL(printRoute({ name: "entry", entry: id, ...at }), location.href).href;
    try {
      await navigator.clipboard.writeText(address);
      toast("Link copied.");
    } catch {
      toast(`Copy this address: ${address}`);
    }
  }
}

function playLabel(entry: EntrySummary): string {
  const position = player.holds(entry.id) ? player.position.value : entry.position ?? 0;
  if (entry.read && !player.holds(entry.id)) return "Play again";
  if (position < 1) return "Play";
  const duration = entry.duration;
  return duration === undefined ? "Continue" : `Continue · ${length(Math.max(1, duration - position))} left`;
}

function people(entry: Entry): HTMLElement {
  const chips = entry.people.map((person) => {
    const name = [h("span", { class: "person-name" }, person.name), h("span", { class: "person-role" }, person.role)];
    const link = person.link;
    return h(
      "li",
      { class: "person" },
      link !== undefined && /^https?:/i.test(link) ? h(
        "a",
        { href: link, target: "_blank", rel: "noopener noreferrer" },
        ...name,
      ) : h("span", {}, ...name),
    );
  });
  return h("ul", { class: "people", "aria-label": "People" }, ...chips);
}

function notesSkeleton(): HTMLElement {
  return h(
    "div",
    { class: "skeleton notes-skeleton", role: "status", "aria-label": "Loading" },
    ...[96, 88, 92, 60].map((part) => h("div", { class: `bone part-${part}` })),
  );
}
