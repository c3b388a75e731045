// What can be done to a folder.

import type { Folder } from "../api.js";
import { confirmed, openDialog } from "../dom/dialog.js";
import { h } from "../dom/h.js";
import type { Item } from "../dom/popover.js";
import { openMenu } from "../dom/popover.js";
import { toast } from "../dom/toast.js";
import { count } from "../model/format.js";
import { sentence } from "../net/failure.js";
import * as routes from "../net/library-routes.js";
import { list, loadFeeds } from "../state/app.js";
import { folder, folders, loadFolders } from "../state/library.js";
import { go } from "../state/navigation.js";
import { markAllReadAfterAsking, refreshNow } from "./feed-actions.js";

export function openFolderMenu(anchor: HTMLElement, id: string): void {
  const row = folder(id);
  if (row === undefined) return;
  const place = folders.value.indexOf(row);
  const items: (Item | "line")[] = [
    { icon: "refresh", label: "Refresh", run: () => void refreshNow(`folder:${id}`) },
    { icon: "checks", label: "Mark all as read", run: () => void markAllReadAfterAsking(`folder:${id}`) },
    "line",
    { icon: "pencil", label: "Rename", run: () => openRename(row) },
  ];
  if (place > 0) items.push({ icon: "up", label: "Move up", run: () => void move(place, place - 1) });
  if (place < folders.value.length - 1) {
    items.push({ icon: "down", label: "Move down", run: () => void move(place, place + 1) });
  }
  items.push("line", { icon: "trash", label: "Remove the folder", danger: true, run: () => void remove(row) });
  openMenu(anchor, row.name, items);
}

async function move(from: number, to: number): Promise<void> {
  const ids = folders.value.map((row) => row.id);
  const [moved] = ids.splice(from, 1);
  if (moved === undefined) return;
  ids.splice(to, 0, moved);
  try {
    folders.set((await routes.orderFolders(ids)).folders);
  } catch (error) {
    toast(sentence(error), "error");
  }
}

async function remove(row: Folder): Promise<void> {
  const text = `${count(row.feeds, "podcast")} in it stay subscribed, without a folder.`;
  if (!(await confirmed(`Remove the folder ${row.name}?`, text, "Remove", "danger"))) return;
  try {
    await routes.removeFolder(row.id);
    await Promise.all([loadFolders(), loadFeeds()]);
    if (list.value?.feed === `folder:${row.id}`) go({ name: "feed", feed: "all" }, "replace");
  } catch (error) {
    toast(sentence(error), "error");
  }
}

function openRename(row: Folder): void {
  const name = h("input", { id: "folder-name", type: "text", maxlength: 200, autocomplete: "off", value: row.name });
  const error = h("p", { class: "form-error", role: "alert" });
  const save = h("button", { class: "button primary", type: "submit" }, "Save");
  const form = h(
    "form",
    { class: "form" },
    h("label", { for: "folder-name" }, "Name"),
    name,
    h("p", { class: "hint" }, "The name of another folder makes the two one."),
    error,
    h("div", { class: "dialog-buttons" }, save),
  );
  const dialog = openDialog("Rename folder", [form], { kind: "small" });
  name.focus();
  name.select();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    save.disabled = true;
    routes.renameFolder(row.id, name.value.trim())
      .then(async (renamed) => {
        dialog.close();
        await Promise.all([loadFolders(), loadFeeds()]);
        if (list.value?.feed === `folder:${row.id}` && renamed.id !== row.id) {
          go({ name: "feed", feed: `folder:${renamed.id}` }, "replace");
        }
      })
      .catch((failure: unknown) => {
        error.textContent = sentence(failure);
        save.disabled = false;
      });
  });
}
