// Buttons that are a picture: their name is for screen readers and the tooltip.

import { h } from "./h.js";
import type { IconName } from "./icons.js";
import { icon } from "./icons.js";

export function iconButton(
  name: IconName,
  label: string,
  onClick: (event: MouseEvent) => void,
  inside?: string,
): HTMLButtonElement {
  return h(
    "button",
    { class: "icon-button", type: "button", "aria-label": label, title: label, on: { click: onClick } },
    icon(name, inside),
  );
}

/** Gives a picture button another picture and name; does nothing when it has them. */
export function setIconButton(button: HTMLButtonElement, name: IconName, label: string): void {
  if (button.getAttribute("aria-label") === label && button.dataset["icon"] === name) return;
  button.dataset["icon"] = name;
  button.setAttribute("aria-label", label);
  button.title = label;
  button.replaceChildren(icon(name));
}
