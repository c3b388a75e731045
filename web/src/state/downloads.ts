// The server's own copies of media: asking for them, letting them go, and how far they are.

import type { EntrySummary } from "../api.js";
import * as routes from "../net/library-routes.js";
import { entries } from "./app.js";
import { Signal } from "./signal.js";

export const downloadsChanged = new Signal(0);

/** How far running ones are, by entry. */
export const progressOf = new Signal<ReadonlyMap<string, { received: number; length?: number }>>(new Map());

export function tellDownloadsChanged(): void {
  downloadsChanged.set(downloadsChanged.value + 1);
}

export function tellProgress(entry: string, received: number, length: number | undefined): void {
  const next = new Map(progressOf.value);
  next.set(entry, length === undefined ? { received } : { received, length });
  progressOf.set(next);
}

export async function download(entry: EntrySummary): Promise<void> {
  await routes.download([entry.id]);
  entries.change(entry.id, { download: "waiting" });
  tellDownloadsChanged();
}

export async function letGo(entry: EntrySummary): Promise<void> {
  await routes.letGo(entry.id);
  entries.drop(entry.id, "download");
  tellDownloadsChanged();
}
