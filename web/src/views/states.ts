// What stands where content is not: loading, empty, failed.

import type { Child } from "../dom/h.js";
import { h } from "../dom/h.js";
import type { IconName } from "../dom/icons.js";
import { icon } from "../dom/icons.js";

/** Grey shapes of the rows to come. */
export function skeletonRows(rows: number, kind: string): HTMLElement {
  const row = (): HTMLElement => h(
    "div",
    { class: "skeleton-row" },
    h("div", { class: "bone square" }),
    h("div", { class: "bones" }, h("div", { class: "bone" }), h("div", { class: "bone short" })),
  );
  return h(
    "div",
    { class: `skeleton ${kind}`, role: "status", "aria-label": "Loading" },
    ...Array.from({ length: rows }, row),
  );
}

/** An empty place: what would be here, and what to do. */
export function emptyState(name: IconName, title: string, text: string, ...actions: Child[]): HTMLElement {
  return h(
    "div",
    { class: "state" },
    h("div", { class: "state-icon" }, icon(name)),
    h("h3", {}, title),
    h("p", {}, text),
    h("div", { class: "state-actions" }, ...actions),
  );
}

/** A failure: one sentence and another try. */
export function errorState(message: string, retry: () => void): HTMLElement {
  return h(
    "div",
    { class: "state", role: "alert" },
    h("div", { class: "state-icon trouble" }, icon("warning")),
    h("p", {}, message),
    h(
      "div",
      { class: "state-actions" },
      h("button", { class: "button", type: "button", on: { click: retry } }, icon("refresh"), "Try again"),
    ),
  );
}
