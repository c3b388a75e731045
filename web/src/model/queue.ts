// The order of a queue, while the server has not answered yet.

import type { EntrySummary } from "../api.js";

/** The entries with one moved to an index of the result. */
export function moved(entries: readonly EntrySummary[], id: string, index: number): EntrySummary[] {
  const entry = entries.find((candidate) => candidate.id === id);
  if (entry === undefined) return [...entries];
  const rest = entries.filter((candidate) => candidate.id !== id);
  const place = Math.max(0, Math.min(index, rest.length));
  return [...rest.slice(0, place), entry, ...rest.slice(place)];
}

/** The entries with some added at the top or the end, or moved there. */
export function added(
  entries: readonly EntrySummary[],
  fresh: readonly EntrySummary[],
  place: "top" | "end",
): EntrySummary[] {
  const ids = new Set(fresh.map((entry) => entry.id));
  const rest = entries.filter((entry) => !ids.has(entry.id));
  return place === "top" ? [...fresh, ...rest] : [...rest, ...fresh];
}

/** The entries without one. */
export function without(entries: readonly EntrySummary[], id: string): EntrySummary[] {
  return entries.filter((entry) => entry.id !== id);
}

/** Seconds that the entries still take; those of unknown length count nothing. */
export function timeLeft(entries: readonly EntrySummary[]): number {
  return entries.reduce((sum, entry) => {
    if (entry.duration === undefined) return sum;
    const position = entry.read ? 0 : entry.position ?? 0;
    return sum + Math.max(0, entry.duration - position);
  }, 0);
}

/** The entry of the queue that follows one; the first when that one is not in it. */
export function nextInQueue(queue: readonly EntrySummary[], after: string): EntrySummary | undefined {
  const here = queue.findIndex((entry) => entry.id === after);
  const rest = [...queue.slice(here + 1), ...queue.slice(0, Math.max(0, here))];
  return rest.find((entry) => entry.id !== after && entry.media !== undefined);
}
