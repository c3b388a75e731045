// Which rows of a long list are worth having in the page.

export interface Range {
  /** The first row. */
  start: number;
  /** Behind the last row. */
  end: number;
}

/** The rows that a scrolled box shows, with some more on either side so that scrolling never shows a gap. */
export function visibleRows(scrolled: number, height: number, row: number, rows: number, spare = 8): Range {
  if (row <= 0 || rows <= 0) return { start: 0, end: 0 };
  const first = Math.floor(Math.max(0, scrolled) / row);
  const last = Math.ceil((Math.max(0, scrolled) + Math.max(0, height)) / row);
  return { start: Math.max(0, Math.min(rows, first - spare)), end: Math.max(0, Math.min(rows, last + spare)) };
}

/** Where to scroll so that a row is in sight; `null` when it is. */
export function scrollToShow(index: number, scrolled: number, height: number, row: number): number | null {
  const top = index * row;
  if (top < scrolled) return top;
  if (top + row > scrolled + height) return top + row - height;
  return null;
}
