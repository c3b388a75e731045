// The menu of the first pane: what concerns the whole page.

import { allFeeds } from "../api.js";
import { openMenu } from "../dom/popover.js";
import { toast } from "../dom/toast.js";
import { sentence } from "../net/failure.js";
import * as routes from "../net/routes.js";
import { me, subscriptions } from "../state/app.js";
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
    ...(some ? [{ icon: "download" as const, label: "Export the list (OPML)", run: exportList }] : []),
    { icon: "help", label: "Keyboard shortcuts", hint: "?", run: openHelp },
    "line",
    { icon: "door", label: `Sign out ${me.value?.name ?? ""}`.trim(), run: () => void signOut() },
  ]);
}

function exportList(): void {
  const link = document.createElement("a");
  link.href = routes.exportAddress;
  link.download = "podcasts.opml";
  link.click();
}

async function signOut(): Promise<void> {
  try {
    await routes.signOut();
    await leave();
  } catch (error) {
    toast(sentence(error), "error");
  }
}
