// What is to be played, the same on every device. Shown at once, told to the server, taken back when it refuses.

import type { EntrySummary, PlayQueue, QueuePlace } from "../api.js";
import { added, moved, without } from "../model/queue.js";
import { sentence } from "../net/failure.js";
import * as routes from "../net/library-routes.js";
import { entries } from "./app.js";
import type { Load } from "./signal.js";
import { Signal } from "./signal.js";

export const queue = new Signal<Load<PlayQueue>>({ state: "loading" });

/** Counts the changes on their way, so that an answer that was overtaken by a later change is not shown. */
let turn = 0;

export async function loadQueue(): Promise<void> {
  const mine = turn;
  try {
    const answer = await routes.queue();
    if (mine === turn) take(answer);
  } catch (error) {
    if (queue.value.state !== "ready") queue.set({ state: "failed", message: sentence(error) });
  }
}

/** The entries in the queue; empty while it is not known. */
export function queued(): readonly EntrySummary[] {
  return queue.value.state === "ready" ? queue.value.value.entries : [];
}

export function isQueued(id: string): boolean {
  return queued().some((entry) => entry.id === id);
}

export function enqueue(entry: EntrySummary, place: QueuePlace): Promise<void> {
  return change((now) => added(now, [entry], place), () => routes.enqueue([entry.id], place));
}

export function moveTo(id: string, index: number): Promise<void> {
  return change((now) => moved(now, id, index), () => routes.moveInQueue(id, index));
}

export function dequeue(id: string): Promise<void> {
  return change((now) => without(now, id), () => routes.dequeue(id));
}

export function emptyQueue(): Promise<void> {
  return change(() => [], () => routes.emptyQueue());
}

async function change(
  shown: (now: readonly EntrySummary[]) => EntrySummary[],
  send: () => Promise<PlayQueue>,
): Promise<void> {
  const mine = (turn += 1);
  const before = queue.value;
  if (before.state === "ready") {
    show({ version: before.value.version, entries: shown(before.value.entries) });
  }
  try {
    const answer = await send();
    if (mine === turn) take(answer);
  } catch (error) {
    if (mine === turn) {
      if (before.state === "ready") show(before.value);
      void loadQueue();
    }
    throw error;
  }
}

function take(answer: PlayQueue): void {
  entries.put(answer.entries);
  show(answer);
}

/** Shows a queue, and in every entry whether it is in it. */
function show(next: PlayQueue): void {
  const before = new Set(queued().map((entry) => entry.id));
  queue.set({ state: "ready", value: next });
  const now = new Set(next.entries.map((entry) => entry.id));
  for (const id of before) if (!now.has(id)) entries.change(id, { queued: false });
  for (const id of now) if (!before.has(id)) entries.change(id, { queued: true });
}
