// The shortcuts. They keep out of the way while something is typed, a dialog is open or a modifier is held.

import type { EntrySummary } from "./api.js";
import { allFeeds } from "./api.js";
import { toast } from "./dom/toast.js";
import { chooseRate, player, playEntry, playNext, toggleEntry } from "./player/index.js";
import { backwardSeconds, forwardSeconds } from "./player/steps.js";
import { setRead, setStarred } from "./state/actions.js";
import { entries, feed, list } from "./state/app.js";
import { back, go, route } from "./state/navigation.js";
import { lastWords, placeAbove } from "./state/place.js";
import { isQueued } from "./state/queue.js";
import { bookmarkHere } from "./views/bookmarks.js";
import type { EntriesPane } from "./views/entries.js";
import { wantedTab } from "./views/entry.js";
import { putInQueue, takeFromQueue } from "./views/entry-menu.js";
import { markAllReadAfterAsking, refreshNow } from "./views/feed-actions.js";
import { openHelp } from "./views/help.js";
import { openSubscribe } from "./views/subscribe.js";
import { threePanes } from "./views/widths.js";

export function startKeyboard(shell: HTMLElement, pane: EntriesPane): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !shell.isConnected) return;
    if (document.querySelector("dialog[open], .panel") !== null || isTyping(event.target)) return;
    const action = actionFor(event, pane);
    if (action === null) return;
    event.preventDefault();
    action();
  });
}

function actionFor(event: KeyboardEvent, pane: EntriesPane): (() => void) | null {
  const target = event.target as HTMLElement;
  const isControl = target.closest("button, a, input, select, summary") !== null;
  switch (event.key) {
    case " ":
      return target.closest("button, summary") !== null ? null : togglePlaying;
    case "Enter":
      return isControl ? null : playOpen;
    case "ArrowLeft":
      return event.shiftKey ? () => player.toChapter(-1) : () => player.skip(-backwardSeconds());
    case "ArrowRight":
      return event.shiftKey ? () => player.toChapter(1) : () => player.skip(forwardSeconds());
    case "Escape":
      return leaveEntry(pane);
    default:
      return letter(event.key, pane);
  }
}

function letter(key: string, pane: EntriesPane): (() => void) | null {
  const actions: Record<string, () => void> = {
    j: () => step(pane, 1),
    k: () => step(pane, -1),
    u: () => withEntry((id) => setRead(id, entries.get(id)?.read !== true)),
    s: () => withEntry((id) => setStarred(id, entries.get(id)?.starred !== true)),
    r: () => void refreshNow(list.value?.feed ?? allFeeds),
    R: () => void refreshNow(allFeeds),
    A: () => void markAllReadAfterAsking(list.value?.feed ?? allFeeds),
    a: () => openSubscribe(),
    m: () => player.toggleMuted(),
    "/": () => {
      go({ name: "search", words: lastWords.value });
      document.querySelector(".search-pane")?.dispatchEvent(new Event("call-search"));
    },
    f: () => {
      if (route.value.name !== "home" && window.innerWidth < threePanes) go({ name: "home" });
      document.querySelector(".feeds-pane")?.dispatchEvent(new Event("call-search"));
    },
    q: () => withMedia((entry) => void (isQueued(entry.id) ? takeFromQueue(entry) : putInQueue(entry, "end"))),
    Q: () => withMedia((entry) => void putInQueue(entry, "top")),
    n: () => {
      if (!playNext()) toast("Nothing is up next.");
    },
    b: () => void bookmarkHere(),
    t: () => {
      wantedTab.set(wantedTab.value === "transcript" ? "notes" : "transcript");
      document.querySelector<HTMLElement>(`.entry-pane .tab[id$='-${wantedTab.value}']`)?.click();
    },
    e: () => go({ name: "queue" }),
    ",": () => go({ name: "settings" }),
    "?": openHelp,
    "[": () => changeRate(-0.1),
    "]": () => changeRate(0.1),
    "-": () => player.setVolume(player.volume.value - 0.1),
    "+": () => player.setVolume(player.volume.value + 0.1),
    "=": () => player.setVolume(player.volume.value + 0.1),
    p: () => {
      const playing = player.entry.value;
      if (playing !== null) go({ name: "entry", entry: playing.id });
    },
  };
  return actions[key] ?? null;
}

function withMedia(action: (entry: EntrySummary) => void): void {
  withEntry((id) => {
    const entry = entries.get(id);
    if (entry?.media !== undefined) action(entry);
  });
}

function togglePlaying(): void {
  if (player.entry.value !== null) player.toggle();
  else playOpen();
}

function playOpen(): void {
  const entry = route.value.name === "entry" ? entries.get(route.value.entry) : undefined;
  if (entry === undefined) return;
  if (player.holds(entry.id)) toggleEntry(entry);
  else playEntry(entry);
}

function step(pane: EntriesPane, by: number): void {
  const id = pane.neighbour(by);
  if (id !== null) go({ name: "entry", entry: id }, route.value.name === "entry" ? "replace" : "push");
}

/** The open entry, else the one whose row has the focus, else the one that plays. */
function withEntry(action: (id: string) => void): void {
  const focused = document.activeElement?.closest<HTMLElement>(".entry-row")?.dataset["id"];
  const id = focused ?? (route.value.name === "entry" ? route.value.entry : player.entry.value?.id);
  if (id !== undefined) action(id);
}

function changeRate(by: number): void {
  const entry = player.entry.value;
  chooseRate(player.rate.value + by, entry !== null && feed(entry.feed)?.speed !== undefined);
}

function leaveEntry(pane: EntriesPane): (() => void) | null {
  switch (route.value.name) {
    case "player":
      return () => back({ name: "home" });
    case "entry":
      return () => {
        const above = placeAbove();
        back(above);
        if (above.name === "feed") requestAnimationFrame(() => pane.focusRow());
      };
    case "settings":
      return () => back({ name: "home" });
    default:
      return null;
  }
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return ![
    "range",
    "checkbox",
    "radio",
    "button",
    "file",
  ].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}
