// The menu of the first pane: what concerns the whole page.

import { allFeeds } from "../api.js";
import { openMenu } from "../dom/popover.js";
import { toast } from "../dom/toast.js";
import { sentence } from "../net/failure.js";
import { signOut as endSession } from "../net/account-routes.js";
import { me, subscriptions } from "../state/app.js";
import { go } from "../state/navigation.js";
import { openHelp } from "./help.js";
import { refreshNow } from "./feed-actions.js";
import { leave } from "./session.js";
import { openSubscribe } from "./subscribe.js";

export function openMainMenu(anchor: HTMLElement): void {
  const some = subscriptions().length > 0;
  openMenu(anchor, "More", [
    ...(some ? [
      { icon: "refresh" as const, label: "Refresh all", hint: "R", run: () => void refreshNow(allFeeds) },
    ] : []),
    { icon: "upload", label: "Import a list (OPML)", run: () => openSubscribe("file") },
    "line",
    { icon: "bars", label: "Statistics", run: () => go({ name: "settings", section: "statistics" }) },
    { icon: "pulse", label: "Feed health", run: () => go({ name: "settings", section: "health" }) },
    { icon: "gear", label: "Settings", hint: ",", run: () => go({ name: "settings" }) },
    { icon: "help", label: "Keyboard shortcuts", hint: "?", run: openHelp },
    "line",
    ...(me.value?.access === "proxy" ? [] : [
      { icon: "door" as const, label: `Sign out ${me.value?.name ?? ""}`.trim(), run: () => void signOut() },
    ]),
  ]);
}

async function signOut(): Promise<void> {
  try {
    await endSession();
    await leave();
  } catch (error) {
    toast(sentence(error), "error");
  }
}
