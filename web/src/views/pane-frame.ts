// What every place of the second pane has: its bar with the way back, and a body that scrolls.

import { iconButton } from "../dom/buttons.js";
import type { Child } from "../dom/h.js";
import { h } from "../dom/h.js";
import { back } from "../state/navigation.js";

export interface PaneFrame {
  element: HTMLElement;
  title: HTMLElement;
  body: HTMLElement;
}

/** `name` is the pane's class; `actions` stand at the end of its bar. */
export function paneFrame(name: string, title: string, ...actions: Child[]): PaneFrame {
  const heading = h("h2", { class: "pane-title", id: `${name}-title`, tabindex: -1 }, title);
  const body = h("div", { class: "pane-body" });
  const element = h(
    "section",
    { class: `pane middle-pane ${name}`, "aria-labelledby": `${name}-title` },
    h("header", { class: "pane-head" }, backButton(), heading, h("span", { class: "spread" }), ...actions),
    body,
  );
  return { element, title: heading, body };
}

export function backButton(): HTMLElement {
  const button = iconButton("left", "Back to subscriptions", () => back({ name: "home" }));
  button.classList.add("back");
  return button;
}
