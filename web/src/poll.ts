// Keeps what is shown fresh while somebody looks: the subscriptions every half minute, the open list when something in
// it changed; seldom while the stream of events does the same. While the server is away it is tried more often, and what
// waits is sent as soon as it answers.

import { online } from "./net/client.js";
import { isInStep } from "./state/events.js";
import { feed, feeds, list, loadFeeds, me, sendPending } from "./state/app.js";
import { loadQueue } from "./state/queue.js";

const inStep = 300_000;
const calm = 30_000;
const away = 6_000;

export function startPolling(): void {
  let timer = 0;
  let running = false;
  const plan = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void run(), !online.value ? away : isInStep.value ? inStep : calm);
  };
  const run = async (): Promise<void> => {
    if (running) return;
    if (me.value !== null && document.visibilityState === "visible") {
      running = true;
      await look();
      running = false;
    }
    plan();
  };
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void run();
  });
  window.addEventListener("online", () => void run());
  window.addEventListener("offline", () => void run());
  online.onChange((isOnline) => {
    plan();
    if (isOnline) {
      void sendPending();
      if (list.value?.phase.value.state === "failed") void list.value.load();
    }
  });
  // What changed between the first look and the opening of the stream was told to nobody: one more look then.
  isInStep.onChange((isOpen) => (isOpen ? void run() : plan()));
  feeds.onChange(() => showBadge());
  plan();
}

/** One look: a list whose feed has other numbers than before is renewed too. */
async function look(): Promise<void> {
  const open = list.value;
  const before = open === null ? undefined : feed(open.feed);
  await Promise.all([loadFeeds(), isInStep.value ? undefined : loadQueue()]);
  const now = open === null ? undefined : feed(open.feed);
  if (online.value) await sendPending();
  const isSame =
    now?.newest === before?.newest && now?.entries === before?.entries && now?.unread === before?.unread;
  if (open !== null && !isSame) await open.renew();
}

/** The unread count in the window's title and on the installed page's icon. */
function showBadge(): void {
  const unread = feeds.value.state === "ready" ? feeds.value.value[0]?.unread ?? 0 : 0;
  document.title = unread > 0 ? `(${unread}) Tonearm` : "Tonearm";
  const badge = navigator as { setAppBadge?: (count: number) => Promise<void> };
  badge.setAppBadge?.(unread).catch(() => undefined);
}
