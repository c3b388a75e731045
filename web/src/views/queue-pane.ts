// Up next: the same on every device, put in order by dragging or with the keyboard.

import type { EntrySummary } from "../api.js";
import { iconButton } from "../dom/buttons.js";
import { confirmed } from "../dom/dialog.js";
import { fill, h, setText } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { KeyedList } from "../dom/keyed.js";
import type { Reordering } from "../dom/reorder.js";
import { reorderable } from "../dom/reorder.js";
import { toast } from "../dom/toast.js";
import { count, length } from "../model/format.js";
import { printRoute } from "../model/route.js";
import { timeLeft } from "../model/queue.js";
import { sentence } from "../net/failure.js";
import { player } from "../player/index.js";
import { entries } from "../state/app.js";
import { go, route } from "../state/navigation.js";
import { dequeue, emptyQueue, loadQueue, moveTo, queue } from "../state/queue.js";
import { wishes } from "../state/user-settings.js";
import type { EntryRow } from "./entry-row.js";
import { makeEntryRow, updateEntryRow } from "./entry-row.js";
import { paneFrame } from "./pane-frame.js";
import { emptyState, errorState, skeletonRows } from "./states.js";

export class QueuePane {
  readonly element: HTMLElement;
  private readonly place = h("div", {});
  private readonly list = h("ol", { class: "entry-rows flow queue-rows", "aria-label": "Up next" });
  private readonly facts = h("p", { class: "pane-facts" });
  private readonly spoken = h("p", { class: "unseen", role: "status" });
  private readonly rows: KeyedList<EntrySummary, EntryRow>;
  private readonly clear = iconButton("trash", "Empty the queue", () => void this.empty());
  private frame = 0;

  constructor() {
    const frame = paneFrame("queue-pane", "Up next", this.clear);
    this.element = frame.element;
    frame.body.append(this.facts, this.place, this.spoken);
    this.rows = new KeyedList(
      this.list,
      (entry) => entry.id,
      (entry) => this.make(entry),
      (row, entry) => this.update(row, entry.id),
    );
    queue.follow(() => this.show());
    const refresh = (): void => {
      if (this.frame !== 0) return;
      this.frame = requestAnimationFrame(() => {
        this.frame = 0;
        this.show();
      });
    };
    entries.onChange((id) => {
      if (this.rows.get(id) !== undefined) refresh();
    });
    for (const signal of [player.entry, player.status, route, wishes]) signal.onChange(refresh);
  }

  private show(): void {
    const load = queue.value;
    this.clear.hidden = load.state !== "ready" || load.value.entries.length === 0;
    this.facts.hidden = this.clear.hidden;
    if (load.state === "loading") fill(this.place, skeletonRows(5, "entries"));
    else if (load.state === "failed") fill(this.place, errorState(load.message, () => void loadQueue()));
    else if (load.value.entries.length === 0) this.showEmpty();
    else {
      const left = timeLeft(load.value.entries.map((entry) => entries.get(entry.id) ?? entry));
      setText(this.facts, [
        count(load.value.entries.length, "episode"),
        left > 0 ? `${length(left)} left` : "",
        wishes.value.playQueue ? "" : "does not play by itself",
      ].filter((part) => part !== "").join(" · "));
      if (!this.place.contains(this.list)) fill(this.place, this.list);
      this.rows.show(load.value.entries);
    }
  }

  private showEmpty(): void {
    if (this.place.querySelector(".state") !== null) return;
    fill(
      this.place,
      emptyState(
        "queue",
        "Nothing up next",
        "Put episodes here with q, or “Play next” in an episode’s menu. They follow each other on all your devices.",
        h("a", { class: "button", href: printRoute({ name: "feed", feed: "all" }) }, "Look for episodes"),
      ),
    );
  }

  private make(entry: EntrySummary): EntryRow {
    const row = makeEntryRow(entry.id);
    const handle = h(
      "button",
      { class: "icon-button handle", type: "button", title: "Drag to move, or use the arrow keys" },
      icon("grip"),
    );
    const remove = iconButton("close", `Remove ${entry.title} from the queue`, () => {
      const rows = [...this.list.children];
      const after = rows[rows.indexOf(row) + 1] ?? rows[rows.indexOf(row) - 1];
      dequeue(entry.id).catch((error: unknown) => toast(sentence(error), "error"));
      // What had the focus is gone: its neighbour takes it.
      (after?.querySelector<HTMLElement>(".remove") ?? this.element.querySelector<HTMLElement>("h2"))?.focus();
    });
    remove.classList.add("remove");
    row.prepend(handle);
    row.append(remove);
    if (row.parts !== undefined) row.parts.link.tabIndex = row.parts.play.tabIndex = row.parts.more.tabIndex = 0;
    reorderable(handle, row, this.order);
    return row;
  }

  private readonly order: Reordering = {
    list: this.list,
    rows: () => [...this.list.children] as HTMLElement[],
    move: (row, index) => {
      const id = row.dataset["id"];
      if (id !== undefined) moveTo(id, index).catch((error: unknown) => toast(sentence(error), "error"));
    },
    say: (text) => setText(this.spoken, text),
  };

  private update(row: EntryRow, id: string): void {
    const entry = entries.get(id);
    if (entry === undefined) return;
    updateEntryRow(row, entry, "all", route.value.name === "entry" && route.value.entry === id);
    row.querySelector(".handle")?.setAttribute("aria-label", `Move ${entry.title}`);
  }

  private async empty(): Promise<void> {
    const many = queue.value.state === "ready" ? queue.value.value.entries.length : 0;
    const text = `${count(many, "episode")} leave the queue. Nothing is deleted.`;
    if (!(await confirmed("Empty the queue?", text, "Empty it", "danger"))) return;
    try {
      await emptyQueue();
      go({ name: "queue" }, "replace");
    } catch (error) {
      toast(sentence(error), "error");
    }
  }
}
