// What can be done with an episode, wherever it stands.

import type { EntrySummary } from "../api.js";
import { copyText } from "../dom/copy.js";
import type { Item } from "../dom/popover.js";
import { openMenu } from "../dom/popover.js";
import { toast } from "../dom/toast.js";
import { clock } from "../model/format.js";
import { sharedAddress } from "../model/route.js";
import { sentence } from "../net/failure.js";
import { player, toggleEntry } from "../player/index.js";
import { markOlderRead, setRead, setStarred } from "../state/actions.js";
import { entries } from "../state/app.js";
import { download, letGo } from "../state/downloads.js";
import { dequeue, enqueue, isQueued } from "../state/queue.js";
import { showMarked } from "./marked.js";

function complain(error: unknown): void {
  toast(sentence(error), "error");
}

/** Puts an entry into the queue, or takes it out when it is there already. */
export async function putInQueue(entry: EntrySummary, place: "top" | "end"): Promise<void> {
  try {
    await enqueue(entry, place);
    toast(
      place === "top" ? "Plays next." : "Plays last.",
      "plain",
      { label: "Undo", run: () => void dequeue(entry.id).catch(complain) },
    );
  } catch (error) {
    complain(error);
  }
}

export async function takeFromQueue(entry: EntrySummary): Promise<void> {
  try {
    await dequeue(entry.id);
    toast("Out of the queue.");
  } catch (error) {
    complain(error);
  }
}

export async function copyLink(entry: EntrySummary, at?: number): Promise<void> {
  await copyText(
    sharedAddress(location.origin, entry.id, at),
    at === undefined || at < 1 ? "Link copied." : `Link to ${clock(at)} copied.`,
  );
}

function downloadItem(entry: EntrySummary): Item[] {
  if (entry.media === undefined) return [];
  if (entry.download === undefined) {
    return [
      {
        icon: "download",
        label: "Download on the server",
        run: () => void download(entry).then(() => toast("The server downloads it."), complain),
      },
    ];
  }
  const label = entry.download === "kept" ? "Remove from the server" : "Stop downloading";
  return [{ icon: "server", label, run: () => void letGo(entry).catch(complain) }];
}

/** The menu's lines; `where` leaves out what stands beside it already. */
export function entryItems(entry: EntrySummary, where: "row" | "pane"): (Item | "line")[] {
  const items: (Item | "line")[] = [];
  const isHere = player.holds(entry.id);
  if (where === "row" && entry.media !== undefined) {
    const isActive = isHere && player.isActive;
    items.push({ icon: isActive ? "pause" : "play", label: isActive ? "Pause" : "Play", run: () => toggleEntry(entry) });
  }
  if (entry.media !== undefined) {
    items.push(
      { icon: "next", label: "Play next", hint: "Q", run: () => void putInQueue(entry, "top") },
      { icon: "last", label: "Play last", hint: "q", run: () => void putInQueue(entry, "end") },
    );
    if (isQueued(entry.id)) {
      items.push({ icon: "close", label: "Remove from the queue", run: () => void takeFromQueue(entry) });
    }
    items.push("line");
  }
  if (where === "row") {
    items.push(
      {
        icon: entry.read ? "unheard" : "check",
        label: entry.read ? "Mark as unread" : "Mark as read",
        hint: "u",
        run: () => setRead(entry.id, !entry.read),
      },
      {
        icon: entry.starred ? "starred" : "star",
        label: entry.starred ? "Remove the star" : "Star",
        hint: "s",
        run: () => setStarred(entry.id, !entry.starred),
      },
    );
  }
  items.push({
    icon: "checks",
    label: "Mark this and older as read",
    run: () => void markOlderRead(entry).then(showMarked, complain),
  });
  items.push(...downloadItem(entry), "line");
  items.push({ icon: "link", label: "Copy link", run: () => void copyLink(entry) });
  if (isHere && player.position.value >= 1) {
    const at = player.position.value;
    items.push({ icon: "link", label: `Copy link at ${clock(at)}`, run: () => void copyLink(entry, at) });
  }
  return items;
}

export function openEntryMenu(anchor: HTMLElement, id: string, where: "row" | "pane"): void {
  const entry = entries.get(id);
  if (entry !== undefined) openMenu(anchor, entry.title, entryItems(entry, where));
}
