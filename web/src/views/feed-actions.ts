// What a person can do to a subscription, with its questions and its answers in words.

import type { Feed } from "../api.js";
import { allFeeds } from "../api.js";
import { confirmed, openDialog } from "../dom/dialog.js";
import { h } from "../dom/h.js";
import type { Item } from "../dom/popover.js";
import { openMenu } from "../dom/popover.js";
import { toast } from "../dom/toast.js";
import { count, speed } from "../model/format.js";
import { sentence } from "../net/failure.js";
import { player } from "../player/index.js";
import { changeFeed, markAllRead, refresh, unsubscribe } from "../state/actions.js";
import { feed, loadFeeds } from "../state/app.js";
import { go } from "../state/navigation.js";

export async function refreshNow(id: string): Promise<void> {
  try {
    const came = await refresh(id);
    const trouble = id === allFeeds ? undefined : feed(id)?.trouble;
    if (trouble !== undefined) toast(trouble.message, "error");
    else toast(came === 0 ? "No new episodes." : `${count(came, "new episode")}.`);
  } catch (error) {
    toast(sentence(error), "error");
  }
}

export async function markAllReadAfterAsking(id: string): Promise<void> {
  const row = feed(id);
  if (row === undefined || row.unread === 0) {
    toast("Everything here is read.");
    return;
  }
  const where = id === allFeeds ? "all podcasts" : row.title;
  if (!(await confirmed(
    "Mark all as read?",
    `${count(row.unread, "unread episode")} of ${where} will count as heard.`,
    "Mark as read",
  ))) return;
  try {
    await markAllRead(id);
    toast("Marked as read.");
  } catch (error) {
    toast(sentence(error), "error");
  }
}

export function openFeedMenu(anchor: HTMLElement, row: Feed): void {
  const items: (Item | "line")[] = [
    { icon: "refresh", label: "Refresh", hint: "r", run: () => void refreshNow(row.id) },
    { icon: "checks", label: "Mark all as read", hint: "A", run: () => void markAllReadAfterAsking(row.id) },
  ];
  if (row.id !== allFeeds) {
    items.push({ icon: "pencil", label: "Edit", run: () => openEdit(row) });
    const link = row.link;
    if (link !== undefined && /^https?:/i.test(link)) items.push(
      { icon: "out", label: "Open its web page", run: () => void window.open(link, "_blank", "noopener,noreferrer") },
    );
    items.push(
      "line",
      { icon: "trash", label: "Unsubscribe", danger: true, run: () => void unsubscribeAfterAsking(row) },
    );
  }
  openMenu(anchor, row.title, items);
}

async function unsubscribeAfterAsking(row: Feed): Promise<void> {
  const episodes = count(row.entries, "episode");
  const text = `Its ${episodes}, with what you heard and where you stopped, leave this server too.`;
  if (!(await confirmed(`Unsubscribe from ${row.title}?`, text, "Unsubscribe", "danger"))) return;
  try {
    await unsubscribe(row);
    if (player.entry.value?.feed === row.id) player.unload();
    go({ name: "feed", feed: allFeeds }, "replace");
    toast(`Unsubscribed from ${row.title}.`);
  } catch (error) {
    toast(sentence(error), "error");
  }
}

function openEdit(row: Feed): void {
  const title = h("input", { id: "edit-title", type: "text", value: row.title, maxlength: 500, autocomplete: "off" });
  const folder = h(
    "input",
    { id: "edit-folder", type: "text", value: row.folder ?? "", maxlength: 200, autocomplete: "off" },
  );
  const rates = [0.75, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3];
  const own = row.speed === undefined ? [] : [row.speed];
  const known = [...new Set([...rates, ...own])].sort((a, b) => a - b);
  const pace = h(
    "select",
    { id: "edit-speed" },
    h("option", { value: "0" }, "As everywhere"),
    ...known.map((rate) => h("option", { value: rate, selected: rate === row.speed }, speed(rate))),
  );
  const error = h("p", { class: "form-error", role: "alert" });
  const save = h("button", { class: "button primary", type: "submit" }, "Save");
  const form = h(
    "form",
    { class: "form" },
    h("label", { for: "edit-title" }, "Title"),
    title,
    h("p", { class: "hint" }, "Empty gives its own title back."),
    h("label", { for: "edit-folder" }, "Folder"),
    folder,
    h("label", { for: "edit-speed" }, "Speed"),
    pace,
    row.url === undefined ? null : h("p", { class: "hint address" }, "Feed: ", row.url),
    error,
    h("div", { class: "dialog-buttons" }, save),
  );
  const dialog = openDialog("Edit podcast", [form]);
  title.focus();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    save.disabled = true;
    error.textContent = "";
    const change = {
      folder: folder.value.trim(),
      speed: Number(pace.value),
      ...(title.value.trim() === row.title ? {} : { title: title.value.trim() }),
    };
    changeFeed(row.id, change)
      .then(dialog.close)
      .catch((failure: unknown) => {
        error.textContent = sentence(failure);
        save.disabled = false;
        void loadFeeds();
      });
  });
}
