// Entries as plain rows that flow, kept in step with what the page knows: for places that hold few.

import type { EntrySummary } from "../api.js";
import { h } from "../dom/h.js";
import { KeyedList } from "../dom/keyed.js";
import { player } from "../player/index.js";
import { entries } from "../state/app.js";
import { route } from "../state/navigation.js";
import type { EntryRow } from "./entry-row.js";
import { makeEntryRow, updateEntryRow } from "./entry-row.js";
import { roving } from "./roving.js";

export interface FlowRows {
  element: HTMLElement;
  show: (list: readonly EntrySummary[]) => void;
}

/** `decorate` adds to a new row what its place needs; `renew` keeps that in step. */
export function flowRows(
  label: string,
  decorate?: (row: EntryRow, entry: EntrySummary) => void,
  renew?: (row: EntryRow, entry: EntrySummary) => void,
): FlowRows {
  const element = h("ul", { class: "entry-rows flow", "aria-label": label });
  let shown: readonly EntrySummary[] = [];
  let frame = 0;
  const rows = new KeyedList<EntrySummary, EntryRow>(
    element,
    (entry) => entry.id,
    (entry) => {
      const row = makeEntryRow(entry.id);
      decorate?.(row, entry);
      return row;
    },
    (row, entry) => {
      const known = entries.get(entry.id) ?? entry;
      updateEntryRow(row, known, "all", route.value.name === "entry" && route.value.entry === entry.id);
      renew?.(row, entry);
    },
  );
  const links = (): HTMLElement[] => [...element.querySelectorAll<HTMLElement>(".row-link")];
  const focus = roving(element, links);
  const render = (): void => {
    rows.show(shown);
    focus.refresh();
  };
  const later = (): void => {
    if (frame !== 0) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      render();
    });
  };
  entries.onChange((id) => {
    if (rows.get(id) !== undefined) later();
  });
  for (const signal of [player.entry, player.status, route]) signal.onChange(later);
  return {
    element,
    show: (list) => {
      shown = list;
      render();
    },
  };
}
