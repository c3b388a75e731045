// Tabs: one panel at a time, made when it is first looked at. The arrows move between the tabs.

import { fill, h } from "./h.js";

export interface Tab {
  id: string;
  label: string;
  make: () => HTMLElement[];
}

let made = 0;

/** `open` names the tab that is open at first. */
export function tabs(label: string, all: readonly Tab[], open: string, chosen: (id: string) => void): HTMLElement {
  const base = `tabs-${(made += 1)}`;
  const panels = new Map<string, HTMLElement>();
  const buttons = all.map((tab) =>
    h(
      "button",
      {
        class: "tab",
        type: "button",
        role: "tab",
        id: `${base}-${tab.id}`,
        "aria-controls": `${base}-${tab.id}-panel`,
        on: { click: () => show(tab.id) },
      },
      tab.label,
    ),
  );
  const list = h("div", { class: "tabs", role: "tablist", "aria-label": label }, ...buttons);
  const place = h("div", { class: "tab-place" });
  const show = (id: string): void => {
    const tab = all.find((candidate) => candidate.id === id) ?? all[0];
    if (tab === undefined) return;
    let panel = panels.get(tab.id);
    if (panel === undefined) {
      panel = h(
        "div",
        { class: "tab-panel", role: "tabpanel", id: `${base}-${tab.id}-panel`, "aria-labelledby": `${base}-${tab.id}` },
        ...tab.make(),
      );
      panels.set(tab.id, panel);
    }
    for (const [index, button] of buttons.entries()) {
      const isOpen = all[index]?.id === tab.id;
      button.setAttribute("aria-selected", String(isOpen));
      button.tabIndex = isOpen ? 0 : -1;
      // Only what is in the page can be named.
      if (isOpen) button.setAttribute("aria-controls", `${base}-${tab.id}-panel`);
      else button.removeAttribute("aria-controls");
    }
    fill(place, panel);
    chosen(tab.id);
  };
  list.addEventListener("keydown", (event) => {
    const here = buttons.findIndex((button) => button === document.activeElement);
    const steps: Record<string, number> = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: buttons.length - 1 };
    const next = steps[event.key];
    if (here < 0 || next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const index = (next + buttons.length) % buttons.length;
    const tab = all[index];
    if (tab !== undefined) show(tab.id);
    buttons[index]?.focus();
  });
  show(open);
  return h("div", { class: "tabbed" }, list, place);
}
