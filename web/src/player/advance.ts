// What plays when an episode has ended: the queue, else the show's next one, as the user wants it.

import type { EntrySummary } from "../api.js";
import { toast } from "../dom/toast.js";
import { nextInQueue } from "../model/queue.js";
import * as routes from "../net/library-routes.js";
import { entries } from "../state/app.js";
import { dequeue, queued } from "../state/queue.js";
import { wishes } from "../state/user-settings.js";

/** Plays what follows an episode that was heard to its end. */
export async function goOn(ended: EntrySummary, play: (entry: EntrySummary) => void): Promise<void> {
  const next = await following(ended);
  if (queued().some((entry) => entry.id === ended.id)) dequeue(ended.id).catch(() => undefined);
  if (next === undefined) return;
  play(entries.get(next.id) ?? next);
  toast(`Next: ${next.title}`);
}

async function following(ended: EntrySummary): Promise<EntrySummary | undefined> {
  const { playQueue, autoplay } = wishes.value;
  const next = playQueue ? nextInQueue(queued(), ended.id) : undefined;
  if (next !== undefined || autoplay === "off") return next;
  try {
    const { entry } = await routes.nextInShow(ended.id, autoplay);
    if (entry !== undefined) entries.put([entry]);
    return entry?.media === undefined ? undefined : entry;
  } catch {
    return undefined;
  }
}
