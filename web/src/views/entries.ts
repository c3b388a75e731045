// The second pane: the episodes of a podcast or of all. Only the rows in sight are in the page, however long the list.

import { allFeeds } from "../api.js";
import { fill, h } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { KeyedList } from "../dom/keyed.js";
import { count } from "../model/format.js";
import { scrollToShow, visibleRows } from "../model/window.js";
import { player } from "../player/index.js";
import { entries, feeds, list, subscriptions } from "../state/app.js";
import type { EntryList } from "../state/entry-list.js";
import { route } from "../state/navigation.js";
import type { Stop } from "../state/signal.js";
import { entriesHead } from "./entries-head.js";
import type { EntryRow } from "./entry-row.js";
import { makeEntryRow, updateEntryRow } from "./entry-row.js";
import { backButton } from "./pane-frame.js";
import { emptyState, errorState, skeletonRows } from "./states.js";
import { openSubscribe } from "./subscribe.js";

export class EntriesPane {
  readonly element: HTMLElement;
  private readonly scroller = h("div", { class: "pane-body entries-scroll" });
  private readonly rowsElement = h("ul", { class: "entry-rows" });
  private readonly foot = h("div", { class: "list-foot" });
  private readonly place = h("div", { class: "list-place" });
  private readonly fresh = h("button", { class: "fresh", type: "button", hidden: true });
  private readonly ruler = h("div", { class: "row-ruler", "aria-hidden": "true" });
  private readonly rows: KeyedList<string, EntryRow>;
  private shown: EntryList | null = null;
  private stops: Stop[] = [];
  private active: string | null = null;
  private frame = 0;
  /** What stands in the rows' place. */
  private standing = "";

  constructor() {
    const head = entriesHead();
    this.element = h(
      "section",
      { class: "pane middle-pane entries-pane", "aria-labelledby": "entries-title" },
      h("header", { class: "pane-head" }, backButton(), ...head.bar),
      this.scroller,
      this.fresh,
    );
    this.scroller.append(this.ruler, ...head.top, this.place);
    this.rows = new KeyedList(
      this.rowsElement,
      (id) => id,
      (id) => makeEntryRow(id),
      (row, id) => this.update(row, id),
    );
    this.scroller.addEventListener("scroll", () => this.schedule(), { passive: true });
    new ResizeObserver(() => this.schedule()).observe(this.scroller);
    this.rowsElement.addEventListener("keydown", (event) => this.key(event));
    this.rowsElement.addEventListener(
      "focusin",
      (event) => this.setActive((event.target as Element).closest<HTMLElement>(".entry-row")?.dataset["id"] ?? null),
    );
    this.fresh.addEventListener("click", () => {
      this.scroller.scrollTo({ top: 0, behavior: "smooth" });
      this.fresh.hidden = true;
    });
    list.follow((open) => this.open(open));
    feeds.onChange(() => this.showPhase());
    entries.onChange((id) => this.refreshRow(id));
    route.onChange(() => this.refreshOpen());
    player.entry.onChange(() => this.schedule());
    player.status.onChange(() => this.schedule());
  }

  /** Opens the entry that lies `step` rows away from the open or focused one. Answers its id. */
  neighbour(step: number): string | null {
    const ids = this.shown?.ids.value ?? [];
    const current = route.value.name === "entry" ? route.value.entry : this.active;
    const here = current === null ? -1 : ids.indexOf(current);
    const next = ids[here < 0 ? 0 : here + step] ?? null;
    if (next !== null) this.reveal(next);
    return next;
  }

  /** Focuses the open or first row. */
  focusRow(): void {
    const id = this.active ?? this.shown?.ids.value[0];
    if (id !== undefined && id !== null) this.focus(id);
  }

  private open(open: EntryList | null): void {
    for (const stop of this.stops) stop();
    this.stops = [];
    this.shown = open;
    this.standing = "";
    this.active = null;
    this.fresh.hidden = true;
    this.rows.show([]);
    this.scroller.scrollTop = 0;
    if (open === null) return;
    this.stops.push(
      open.phase.follow(() => this.showPhase()),
      open.ids.onChange((ids) => this.changed(ids)),
    );
  }

  /** New rows above must not push what is being read away. */
  private changed(ids: readonly string[]): void {
    const first = this.firstInSight();
    this.showPhase();
    if (first === null) return;
    const moved = ids.indexOf(first.id) - first.index;
    if (moved <= 0) return;
    this.scroller.scrollTop += moved * this.rowHeight;
    this.fresh.hidden = false;
    fill(this.fresh, icon("down"), count(moved, "new episode"));
    this.render();
  }

  private firstInSight(): { id: string; index: number } | null {
    const index = Math.floor((this.scroller.scrollTop - this.rowsElement.offsetTop) / this.rowHeight);
    const row = [...this.rowsElement.children].find(
      (child) => (child as HTMLElement).dataset["index"] === String(index),
    );
    const id = (row as HTMLElement | undefined)?.dataset["id"];
    return index > 0 && id !== undefined ? { id, index } : null;
  }

  private get rowHeight(): number {
    return this.ruler.offsetHeight || 104;
  }

  private showPhase(): void {
    const open = this.shown;
    if (open === null) return;
    const phase = open.phase.value;
    if (phase.state === "loading") this.stand("loading", () => skeletonRows(7, "entries"));
    else if (phase.state === "failed") {
      this.stand(`failed ${phase.message}`, () => errorState(phase.message, () => void open.load()));
    } else if (open.ids.value.length === 0) {
      this.stand(`empty ${open.filter} ${feeds.value.state} ${subscriptions().length === 0}`, () => emptyList(open));
    } else {
      this.standing = "";
      if (!this.place.contains(this.rowsElement)) fill(this.place, this.rowsElement, this.foot);
      this.showFoot(open);
      this.render();
    }
  }

  /** Puts something in the rows' place, unless it is there: a button in it keeps its focus, an alert is said once. */
  private stand(key: string, make: () => HTMLElement): void {
    if (this.standing === key && !this.place.contains(this.rowsElement)) return;
    this.standing = key;
    fill(this.place, make());
  }

  private showFoot(open: EntryList): void {
    const phase = open.phase.value;
    if (phase.state === "failed-more") fill(this.foot, errorState(phase.message, () => void open.loadMore()));
    else if (phase.state === "loading-more") fill(this.foot, skeletonRows(2, "entries"));
    else fill(this.foot);
  }

  private schedule(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.render();
    });
  }

  private render(): void {
    const open = this.shown;
    if (open === null || !this.place.contains(this.rowsElement)) return;
    const ids = open.ids.value;
    const row = this.rowHeight;
    this.rowsElement.style.setProperty("height", `${ids.length * row}px`);
    const range = visibleRows(
      this.scroller.scrollTop - this.rowsElement.offsetTop,
      this.scroller.clientHeight,
      row,
      ids.length,
    );
    const inSight = ids.slice(range.start, range.end);
    this.start = range.start;
    const focused = this.rowsElement.contains(document.activeElement) ? this.active : null;
    const kept = focused !== null && !inSight.includes(focused) ? [focused] : [];
    this.rows.show([...inSight, ...kept]);
    if (this.scroller.scrollTop < this.rowsElement.offsetTop + row) this.fresh.hidden = true;
    if (range.end >= ids.length - 10) void open.loadMore();
  }

  private start = 0;

  private update(row: EntryRow, id: string): void {
    const open = this.shown;
    const entry = entries.get(id);
    if (open === null || entry === undefined) return;
    const ids = open.ids.value;
    const near = ids.indexOf(id, this.start);
    const index = near < 0 ? ids.indexOf(id) : near;
    row.dataset["index"] = String(index);
    row.style.setProperty("transform", `translateY(${index * this.rowHeight}px)`);
    row.setAttribute("aria-posinset", String(index + 1));
    row.setAttribute("aria-setsize", open.isWhole ? String(ids.length) : "-1");
    updateEntryRow(row, entry, open.feed, route.value.name === "entry" && route.value.entry === id);
    const isStop = this.active === null ? index === 0 : this.active === id;
    if (row.parts !== undefined) row.parts.link.tabIndex = row.parts.play.tabIndex = row.parts.more.tabIndex = isStop ? 0 : -1;
  }

  private refreshRow(id: string): void {
    const row = this.rows.get(id);
    if (row !== undefined) this.update(row, id);
  }

  private refreshOpen(): void {
    if (route.value.name === "entry") this.setActive(route.value.entry);
    this.schedule();
  }

  private setActive(id: string | null): void {
    if (id === null || id === this.active) return;
    const before = this.active;
    this.active = (this.shown?.ids.value.includes(id) ?? false) ? id : this.active;
    const first = this.shown?.ids.value[0];
    for (const changed of [before, id, first]) if (changed !== null && changed !== undefined) this.refreshRow(changed);
  }

  private reveal(id: string): void {
    const index = this.shown?.ids.value.indexOf(id) ?? -1;
    if (index < 0) return;
    const top = this.rowsElement.offsetTop;
    const target = scrollToShow(index, this.scroller.scrollTop - top, this.scroller.clientHeight, this.rowHeight);
    if (target !== null) this.scroller.scrollTop = target + top;
    this.setActive(id);
    this.render();
  }

  private focus(id: string): void {
    this.reveal(id);
    this.rows.get(id)?.parts?.link.focus({ preventScroll: true });
  }

  private key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const ids = this.shown?.ids.value ?? [];
    const here = this.active === null ? 0 : ids.indexOf(this.active);
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / this.rowHeight) - 1);
    const steps: Record<string, number> = {
      ArrowDown: here + 1,
      ArrowUp: here - 1,
      PageDown: here + page,
      PageUp: here - page,
      Home: 0,
      End: ids.length - 1,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const id = ids[Math.max(0, Math.min(ids.length - 1, next))];
    if (id !== undefined) this.focus(id);
  }
}

function emptyList(open: EntryList): HTMLElement {
  if (subscriptions().length === 0 && feeds.value.state === "ready") {
    return emptyState(
      "headphones",
      "Welcome to Tonearm",
      "Subscribe to a podcast and its episodes appear here. Where you stop on one device, you continue on the next.",
      h(
        "button",
        { class: "button primary", type: "button", on: { click: () => openSubscribe() } },
        icon("plus"),
        "Subscribe to a podcast",
      ),
      h(
        "button",
        { class: "button", type: "button", on: { click: () => openSubscribe("file") } },
        icon("upload"),
        "Import OPML",
      ),
    );
  }
  switch (open.filter) {
    case "unread":
      return emptyState("check", "All caught up", "Nothing unread here. New episodes arrive by themselves.");
    case "starred":
      return emptyState("star", "Nothing starred", "Star an episode to find it again: press s, or the star beside it.");
    case "started":
      return emptyState("play", "Nothing begun", "Episodes you stop in the middle wait here.");
    case "downloaded":
      return emptyState("server", "Nothing on the server", "Downloads that the server keeps are listed here.");
    case "finished":
      return emptyState("check", "Nothing finished", "What you heard to its end is listed here.");
    case "all":
      return emptyWhole(open.feed);
    default:
      return emptyState("headphones", "Nothing of that kind", "Other filters may show more.");
  }
}

function emptyWhole(key: string): HTMLElement {
  if (key.startsWith("search:")) {
    return emptyState("search", "Nothing matches now", "New episodes that match this search appear by themselves.");
  }
  const who = key === allFeeds ? "Your podcasts have" : key.startsWith("folder:") ? "This folder’s podcasts have" : "This podcast has";
  return emptyState("headphones", "No episodes yet", `${who} not published anything yet.`);
}
