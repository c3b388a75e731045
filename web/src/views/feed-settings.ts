// How one podcast is treated: its name and folder, its speed and skips, the queue, the server's downloads.

import type { EntryOrder, Feed, FeedChange, QueuePlace } from "../api.js";
import { openDialog } from "../dom/dialog.js";
import { choice, number, row, toggle } from "../dom/fields.js";
import { h } from "../dom/h.js";
import { speed } from "../model/format.js";
import { sentence } from "../net/failure.js";
import { changeFeed } from "../state/actions.js";
import { loadFeeds } from "../state/app.js";
import { folders } from "../state/library.js";
import { wishes } from "../state/user-settings.js";

const nothing = (): void => undefined;

export function openFeedSettings(feed: Feed): void {
  const fields = fieldsOf(feed);
  const error = h("p", { class: "form-error", role: "alert" });
  const save = h("button", { class: "button primary", type: "submit" }, "Save");
  const form = h(
    "form",
    { class: "form feed-settings", novalidate: true },
    h(
      "div",
      { class: "cells" },
      cell("Title", fields.title, "Empty gives its own title back."),
      cell("Folder", fields.folder),
    ),
    h("datalist", { id: "edit-folders" }, ...folders.value.map((folder) => h("option", { value: folder.name }))),
    h(
      "section",
      { class: "group", "aria-label": "Playing" },
      h("h3", {}, "Playing"),
      h(
        "div",
        { class: "group-body" },
        row("Speed", fields.pace),
        row("Skip at the beginning", fields.intro, undefined, "seconds"),
        row("Skip at the end", fields.outro, undefined, "seconds"),
        row("Order", fields.order, feed.kind === "serial" ? "Meant to be heard from the beginning." : undefined),
      ),
    ),
    h(
      "section",
      { class: "group", "aria-label": "New episodes" },
      h("h3", {}, "New episodes"),
      h(
        "div",
        { class: "group-body" },
        row("Into the queue", fields.rule),
        fields.limitRow,
        row("Download on the server", fields.keeps, "Fetched by itself, so that they stay."),
        fields.keepRow,
      ),
    ),
    feed.url === undefined ? null : h("p", { class: "hint address" }, "Feed: ", feed.url),
    error,
    h("div", { class: "dialog-buttons" }, save),
  );
  const dialog = openDialog("Settings of this podcast", [form], { kind: "tall" });
  fields.title.focus();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    save.disabled = true;
    error.textContent = "";
    changeFeed(feed.id, fields.read())
      .then(dialog.close)
      .catch((failure: unknown) => {
        error.textContent = sentence(failure);
        save.disabled = false;
        void loadFeeds();
      });
  });
}

function cell(label: string, field: HTMLInputElement, hint?: string): HTMLElement {
  return h(
    "div",
    { class: "cell" },
    h("label", { for: field.id }, label),
    field,
    hint === undefined ? null : h("p", { class: "hint" }, hint),
  );
}

function fieldsOf(feed: Feed) {
  const text = (id: string, value: string, most: number): HTMLInputElement =>
    h("input", { id, type: "text", value, maxlength: most, autocomplete: "off" });
  const title = text("edit-title", feed.title, 500);
  const folder = text("edit-folder", feed.folder ?? "", 200);
  folder.setAttribute("list", "edit-folders");
  const rates = [0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, ...(feed.speed === undefined ? [] : [feed.speed])];
  const known = [...new Set(rates)].sort((a, b) => a - b).map((rate) => [String(rate), speed(rate)] as const);
  const everywhere = `As everywhere (${speed(wishes.value.speed)})`;
  const pace = choice([["0", everywhere] as const, ...known], String(feed.speed ?? 0), nothing);
  const skip = (value: number | undefined): HTMLInputElement => number(value ?? 0, { min: 0, max: 3600 }, nothing);
  const intro = skip(feed.skipIntro);
  const outro = skip(feed.skipOutro);
  const orders: readonly (readonly [EntryOrder, string])[] = [["newest", "Newest first"], ["oldest", "Oldest first"]];
  const order = choice(orders, feed.order ?? "newest", nothing);
  const limit = number(feed.queueLimit ?? 0, { min: 0, max: 100 }, nothing);
  const limitRow = row("At most", limit, "0 for no limit. What you put there yourself always stays.", "in the queue");
  const rules: readonly (readonly [QueuePlace | "off", string])[] = [
    ["off", "No"],
    ["top", "At the top"],
    ["end", "At the end"],
  ];
  const rule = choice(rules, feed.queueRule ?? "off", (value) => {
    limitRow.hidden = value === "off";
  });
  limitRow.hidden = feed.queueRule === undefined;
  const keep = number(feed.keepNewest ?? 3, { min: 1, max: 100 }, nothing);
  const keepRow = row("Keep the newest", keep, undefined, "unheard");
  const keeps = toggle((feed.keepNewest ?? 0) > 0, (isOn) => {
    keepRow.hidden = !isOn;
  });
  keepRow.hidden = !keeps.checked;
  const read = (): FeedChange => {
    const name = title.value.trim();
    return {
      folder: folder.value.trim(),
      speed: Number(pace.value),
      skipIntro: Number(intro.value),
      skipOutro: Number(outro.value),
      order: order.value === "oldest" ? "oldest" : "newest",
      queueRule: rules.find(([value]) => value === rule.value)?.[0] ?? "off",
      queueLimit: rule.value === "off" ? 0 : Number(limit.value),
      keepNewest: keeps.checked ? Number(keep.value) : 0,
      ...(name === feed.title ? {} : { title: name }),
    };
  };
  return { title, folder, pace, intro, outro, order, rule, limitRow, keeps, keepRow, read };
}
