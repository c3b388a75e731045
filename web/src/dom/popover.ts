// A small panel at a button: menus, speed, sleep timer. On a phone it lies at the bottom edge.

import { h } from "./h.js";
import type { Child } from "./h.js";
import type { IconName } from "./icons.js";
import { icon } from "./icons.js";
import { isPhone } from "../views/widths.js";

export interface Item {
  icon?: IconName;
  label: string;
  /** Shown at the end, such as a key. */
  hint?: string;
  checked?: boolean;
  danger?: boolean;
  run: () => void;
}

let open: { anchor: HTMLElement; close: (giveBack: boolean) => void } | null = null;

/** Opens a panel at its button, or closes it when it is open there. */
export function openPanel(
  anchor: HTMLElement,
  label: string,
  role: "menu" | "dialog",
  content: Child[],
): (() => void) | null {
  const wasHere = open?.anchor === anchor;
  open?.close(false);
  if (wasHere) return null;
  const panel = h("div", { class: "panel", role, "aria-label": label }, ...content);
  const veil = h("div", { class: "veil" });
  const close = (giveBack: boolean): void => {
    open = null;
    panel.remove();
    veil.remove();
    anchor.setAttribute("aria-expanded", "false");
    if (giveBack) anchor.focus();
  };
  open = { anchor, close };
  anchor.setAttribute("aria-expanded", "true");
  veil.addEventListener("mousedown", (event) => {
    event.preventDefault();
    close(true);
  });
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape" || event.key === "Tab") {
      if (event.key === "Tab" && role === "dialog" && !leaves(panel, event)) return;
      event.preventDefault();
      event.stopPropagation();
      close(true);
    } else if (role === "menu") {
      moveFocus(panel, event);
    }
  });
  document.body.append(veil, panel);
  place(panel, anchor);
  (panel.querySelector<HTMLElement>(
    "[aria-checked=true], [autofocus]",
  ) ?? panel.querySelector<HTMLElement>("button, input"))?.focus();
  return () => close(true);
}

/** Opens a menu of actions. */
export function openMenu(anchor: HTMLElement, label: string, items: readonly (Item | "line")[]): void {
  let close: (() => void) | null = null;
  const rows = items.map((item) => {
    if (item === "line") return h("div", { class: "menu-line", role: "separator" });
    const checkable = item.checked !== undefined;
    return h(
      "button",
      {
        class: `menu-item ${item.danger === true ? "danger" : ""}`,
        type: "button",
        role: checkable ? "menuitemradio" : "menuitem",
        "aria-checked": checkable ? String(item.checked) : null,
        tabindex: -1,
        on: {
          click: () => {
            close?.();
            item.run();
          },
        },
      },
      item.icon === undefined ? (item.checked === true ? icon("check") : h(
        "span",
        { class: "icon" },
      )) : icon(item.icon),
      h("span", { class: "menu-label" }, item.label),
      item.hint === undefined ? null : h("kbd", {}, item.hint),
    );
  });
  close = openPanel(anchor, label, "menu", rows);
}

export function closePanel(): void {
  open?.close(false);
}

function leaves(panel: HTMLElement, event: KeyboardEvent): boolean {
  const all = [...panel.querySelectorAll<HTMLElement>("button, input")];
  return document.activeElement === (event.shiftKey ? all[0] : all[all.length - 1]);
}

function moveFocus(panel: HTMLElement, event: KeyboardEvent): void {
  const all = [...panel.querySelectorAll<HTMLElement>(".menu-item")];
  const here = all.indexOf(document.activeElement as HTMLElement);
  const steps: Record<string, number> = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: all.length - 1 };
  const next = steps[event.key];
  if (next === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  all[(next + all.length) % all.length]?.focus();
}

function place(panel: HTMLElement, anchor: HTMLElement): void {
  if (isPhone()) {
    panel.classList.add("sheet");
    return;
  }
  const at = anchor.getBoundingClientRect();
  const size = panel.getBoundingClientRect();
  const gap = 8;
  const left = Math.max(gap, Math.min(at.right - size.width, window.innerWidth - size.width - gap));
  const below = at.bottom + gap + size.height <= window.innerHeight;
  panel.style.setProperty("left", `${left}px`);
  panel.style.setProperty("top", `${below ? at.bottom + gap : Math.max(gap, at.top - gap - size.height)}px`);
}
