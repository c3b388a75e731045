// The widths at which the page changes; `styles/layout.css` has the same.

/** From here three panes fit. */
export const threePanes = 1000;

/** From here two panes fit; below, one at a time. */
export const twoPanes = 640;

export function isPhone(): boolean {
  return window.innerWidth < twoPanes;
}
