// The page: through the gate, then the panes, with the address deciding what is open.

import { allFeeds, entryFilters } from "./api.js";
import { closePanel } from "./dom/popover.js";
import { toasts } from "./dom/toast.js";
import { fill } from "./dom/h.js";
import { startKeyboard } from "./keyboard.js";
import type { Route } from "./model/route.js";
import { sharedRoute } from "./model/route.js";
import { signedOut } from "./net/client.js";
import { greetApp, restorePlayer, startPlayer } from "./player/index.js";
import { startPolling } from "./poll.js";
import { begin, entries, feed, list, loadFeeds, me, openList } from "./state/app.js";
import { startEvents, stopEvents } from "./state/events.js";
import { watchInstalling } from "./state/installing.js";
import { loadLibrary } from "./state/library.js";
import { go, route, startNavigation } from "./state/navigation.js";
import { lastWords, middle } from "./state/place.js";
import { loadQueue } from "./state/queue.js";
import { changeSettings, settings } from "./state/settings.js";
import { applyTheme } from "./state/theme.js";
import { loadWishes } from "./state/user-settings.js";
import { openFeed } from "./views/feeds.js";
import { passGate } from "./views/session.js";
import { makeShell } from "./views/shell.js";
import type { Shell } from "./views/shell.js";

async function start(): Promise<void> {
  const place = document.getElementById("app") ?? document.body;
  document.body.append(toasts);
  applyTheme();
  document.documentElement.classList.toggle("no-art", !settings().artwork);
  watchInstalling();
  startWorker();
  startPlayer();
  const shared = sharedRoute(location.search);
  const user = await passGate(place);
  begin(user);
  startNavigation();
  if (shared !== null) openShared(shared);
  // The speed of the episode that comes back into the player is its podcast's.
  void Promise.all([loadFeeds(), loadWishes(), loadQueue()]).then(restorePlayer).then(greetApp);
  void loadLibrary();
  followRoute();
  const shell = makeShell();
  startKeyboard(shell.element, shell.entries);
  fill(place, shell.element);
  startPolling();
  startEvents();
  signedOut.onChange((failure) => {
    if (failure !== null && me.value !== null) void comeBack(place, shell);
  });
}

/** The session ended while the page was open: ask again, then go on where it was. */
async function comeBack(place: HTMLElement, shell: Shell): Promise<void> {
  const before = me.value;
  stopEvents();
  me.set(null);
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  closePanel();
  const user = await passGate(place);
  if (user.name !== before?.name) {
    location.reload();
    return;
  }
  signedOut.set(null);
  begin(user);
  fill(place, shell.element);
  void loadFeeds();
  void loadLibrary();
  void loadQueue();
  void loadWishes();
  void list.value?.load();
  startEvents();
}

/** A link that somebody passed on: its entry, in this page's own kind of address. */
function openShared(shared: Route): void {
  history.replaceState(history.state, "", location.pathname);
  go(shared, "replace");
}

/** The list of the address, or the last one when the address names an entry. */
function followRoute(): void {
  const remembered = entryFilters.find((filter) => filter === settings().filter) ?? "all";
  route.follow((now) => {
    closePanel();
    if (now.name === "feed") {
      const filter = now.filter ?? list.value?.filter ?? remembered;
      if (now.filter !== undefined) changeSettings({ filter });
      openFeed.set(now.feed);
      openList(now.feed, filter);
      middle.set("list");
    } else if (list.value === null) {
      openFeed.set(allFeeds);
      openList(allFeeds, remembered);
    }
    if (now.name === "search") lastWords.set(now.words);
    if (now.name === "search" || now.name === "queue" || now.name === "bookmarks" || now.name === "downloads") {
      middle.set(now.name);
    }
    if (now.name === "entry") markFeedOf(now.entry);
  });
}

function markFeedOf(id: string): void {
  const entry = entries.get(id);
  const isOneFeed = feed(list.value?.feed ?? allFeeds) !== undefined && list.value?.feed !== allFeeds;
  if (entry !== undefined && isOneFeed) openFeed.set(entry.feed);
}

function startWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  // What was fetched before the worker took over is fetched again, so that it is kept for a day without network.
  let hadWorker = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (!hadWorker && me.value !== null) {
      void loadFeeds();
      void list.value?.renew();
    }
    hadWorker = true;
  });
}

void start();
