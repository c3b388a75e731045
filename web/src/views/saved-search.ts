// The dialog that keeps a search, or changes a kept one.

import type { EntryCriteria, EntryFilter, SavedSearch } from "../api.js";
import { openDialog } from "../dom/dialog.js";
import { h } from "../dom/h.js";
import { toast } from "../dom/toast.js";
import { sentence } from "../net/failure.js";
import { changeSearch, forgetSearch, keepSearch } from "../net/library-routes.js";
import { folders, loadSearches } from "../state/library.js";
import { list } from "../state/app.js";
import { go } from "../state/navigation.js";

const states: readonly (readonly [EntryFilter | "", string])[] = [
  ["", "Any"],
  ["unread", "Unread"],
  ["started", "Started"],
  ["unfinished", "Not finished"],
  ["finished", "Finished"],
  ["starred", "Starred"],
  ["downloaded", "On the server"],
];
const lengths: readonly (readonly [string, string])[] = [
  ["", "Any length"],
  ["-1200", "Up to 20 minutes"],
  ["-2400", "Up to 40 minutes"],
  ["1200", "20 minutes and more"],
  ["3600", "An hour and more"],
];
const ages: readonly (readonly [string, string])[] = [
  ["", "Any time"],
  ["1", "The last day"],
  ["7", "The last week"],
  ["30", "The last month"],
  ["365", "The last year"],
];

function select(
  id: string,
  options: readonly (readonly [string, string])[],
  chosen: string,
): HTMLSelectElement {
  return h(
    "select",
    { id },
    ...options.map(([value, label]) => h("option", { value, selected: value === chosen }, label)),
  );
}

/** Without `kept` a new one is kept. */
export function openSavedSearch(criteria: EntryCriteria, kept?: SavedSearch): void {
  const title = h(
    "input",
    { id: "search-title", type: "text", maxlength: 200, autocomplete: "off", value: kept?.title ?? criteria.text ?? "" },
  );
  const text = h(
    "input",
    { id: "search-text", type: "text", maxlength: 500, autocomplete: "off", value: criteria.text ?? "" },
  );
  const state = select("search-state", states, criteria.filters?.[0] ?? "");
  const folder = select(
    "search-folder",
    [["", "All podcasts"], ...folders.value.map((one) => [one.id, one.name] as const)],
    criteria.folder ?? "",
  );
  const duration = select("search-length", lengths, lengthValue(criteria));
  const age = select("search-age", ages, String(criteria.newerThan ?? ""));
  const order = select("search-order", [["newest", "Newest first"], ["oldest", "Oldest first"]], criteria.order ?? "newest");
  const error = h("p", { class: "form-error", role: "alert" });
  const save = h("button", { class: "button primary", type: "submit" }, kept === undefined ? "Keep" : "Save");
  const label = (field: HTMLElement, words: string): HTMLElement =>
    h("div", { class: "cell" }, h("label", { for: field.id }, words), field);
  const form = h(
    "form",
    { class: "form", novalidate: true },
    label(title, "Name"),
    label(text, "Words"),
    h(
      "div",
      { class: "cells" },
      label(state, "State"),
      label(folder, "Folder"),
      label(duration, "Length"),
      label(age, "Published in"),
      label(order, "Order"),
    ),
    error,
    h("div", { class: "dialog-buttons" }, kept === undefined ? null : forgetButton(kept, () => dialog.close()), save),
  );
  const dialog = openDialog(kept === undefined ? "Keep this search" : "Saved search", [form]);
  title.focus();
  title.select();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const name = title.value.trim();
    error.textContent = name === "" ? "Give it a name." : "";
    if (name === "") {
      title.focus();
      return;
    }
    const wanted = read(criteria, { text, state, folder, duration, age, order });
    save.disabled = true;
    (kept === undefined ? keepSearch(name, wanted) : changeSearch(kept.id, name, wanted))
      .then(async (saved) => {
        await loadSearches();
        dialog.close();
        if (list.value?.feed === `search:${saved.id}`) void list.value.load();
        else go({ name: "feed", feed: `search:${saved.id}` });
      })
      .catch((failure: unknown) => {
        error.textContent = sentence(failure);
        save.disabled = false;
      });
  });
}

function forgetButton(kept: SavedSearch, done: () => void): HTMLElement {
  const button = h("button", { class: "button", type: "button" }, "Remove");
  button.addEventListener("click", () => {
    button.disabled = true;
    forgetSearch(kept.id)
      .then(async () => {
        await loadSearches();
        done();
        go({ name: "feed", feed: "all" }, "replace");
      })
      .catch((error: unknown) => {
        button.disabled = false;
        toast(sentence(error), "error");
      });
  });
  return button;
}

function lengthValue(criteria: EntryCriteria): string {
  if (criteria.maximumDuration !== undefined) return String(-criteria.maximumDuration);
  return String(criteria.minimumDuration ?? "");
}

interface Fields {
  text: HTMLInputElement;
  state: HTMLSelectElement;
  folder: HTMLSelectElement;
  duration: HTMLSelectElement;
  age: HTMLSelectElement;
  order: HTMLSelectElement;
}

/** What the fields say, over what was there and has no field. */
function read(before: EntryCriteria, fields: Fields): EntryCriteria {
  const wanted: EntryCriteria = { order: fields.order.value === "oldest" ? "oldest" : "newest" };
  if (before.feeds !== undefined) wanted.feeds = before.feeds;
  if (before.olderThan !== undefined) wanted.olderThan = before.olderThan;
  if (fields.text.value.trim() !== "") wanted.text = fields.text.value.trim();
  if (fields.state.value !== "") wanted.filters = [fields.state.value as EntryFilter];
  if (fields.folder.value !== "") wanted.folder = fields.folder.value;
  if (fields.age.value !== "") wanted.newerThan = Number(fields.age.value);
  const seconds = Number(fields.duration.value);
  if (seconds > 0) wanted.minimumDuration = seconds;
  if (seconds < 0) wanted.maximumDuration = -seconds;
  return wanted;
}
