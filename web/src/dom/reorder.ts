// Lists that a person puts in order: by dragging a handle with mouse or finger, or with the arrows while it has the focus.

export interface Reordering {
  list: HTMLElement;
  /** The rows in order, each the same height. */
  rows: () => HTMLElement[];
  /** Moves a row to an index of the result. */
  move: (row: HTMLElement, index: number) => void;
  /** Says where a row is now. */
  say: (text: string) => void;
}

/** Makes `handle` move `row`. */
export function reorderable(handle: HTMLElement, row: HTMLElement, order: Reordering): void {
  handle.addEventListener("keydown", (event) => {
    const rows = order.rows();
    const here = rows.indexOf(row);
    const targets: Record<string, number> = { ArrowUp: here - 1, ArrowDown: here + 1, Home: 0, End: rows.length - 1 };
    const target = targets[event.key];
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (target < 0 || target >= rows.length || target === here) return;
    order.move(row, target);
    // Moving an element takes its focus.
    handle.focus();
    order.say(`Position ${target + 1} of ${rows.length}`);
  });
  handle.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    drag(event, handle, row, order);
  });
}

function drag(start: PointerEvent, handle: HTMLElement, row: HTMLElement, order: Reordering): void {
  const rows = order.rows();
  const from = rows.indexOf(row);
  const height = row.offsetHeight;
  const scroller = row.closest<HTMLElement>(".pane-body");
  const scrolled = scroller?.scrollTop ?? 0;
  let target = from;
  handle.setPointerCapture(start.pointerId);
  row.classList.add("dragged");
  order.list.classList.add("dragging");
  const move = (event: PointerEvent): void => {
    if (scroller !== null) scrollAtEdge(scroller, event.clientY);
    const by = event.clientY - start.clientY + (scroller?.scrollTop ?? 0) - scrolled;
    target = Math.max(0, Math.min(rows.length - 1, from + Math.round(by / height)));
    row.style.setProperty("transform", `translateY(${by}px)`);
    for (const [index, other] of rows.entries()) {
      if (other === row) continue;
      const shift = index > from && index <= target ? -height : index < from && index >= target ? height : 0;
      other.style.setProperty("transform", shift === 0 ? "none" : `translateY(${shift}px)`);
    }
  };
  const end = (isDropped: boolean): void => {
    handle.removeEventListener("pointermove", move);
    handle.removeEventListener("pointerup", drop);
    handle.removeEventListener("pointercancel", cancel);
    row.classList.remove("dragged");
    order.list.classList.remove("dragging");
    for (const other of rows) other.style.removeProperty("transform");
    if (!isDropped || target === from) return;
    order.move(row, target);
    order.say(`Position ${target + 1} of ${rows.length}`);
  };
  const drop = (): void => end(true);
  const cancel = (): void => end(false);
  handle.addEventListener("pointermove", move);
  handle.addEventListener("pointerup", drop);
  handle.addEventListener("pointercancel", cancel);
}

function scrollAtEdge(scroller: HTMLElement, y: number): void {
  const box = scroller.getBoundingClientRect();
  const edge = 48;
  if (y < box.top + edge) scroller.scrollTop -= 8;
  else if (y > box.bottom - edge) scroller.scrollTop += 8;
}
