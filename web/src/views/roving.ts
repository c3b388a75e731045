// Lists of links that are one stop for Tab; the arrows move inside.

/** Lets the arrows, Home and End move the focus among the elements that `items` gives, in order. */
export function roving(
  container: HTMLElement,
  items: () => HTMLElement[],
): { refresh: (preferred?: HTMLElement) => void } {
  const choose = (chosen: HTMLElement | undefined): void => {
    for (const item of items()) item.tabIndex = item === chosen ? 0 : -1;
  };
  container.addEventListener("focusin", (event) => {
    const item = items().find((candidate) => candidate.contains(event.target as Node));
    if (item !== undefined) choose(item);
  });
  container.addEventListener("keydown", (event) => {
    const all = items();
    const here = all.findIndex((candidate) => candidate.contains(event.target as Node));
    if (here < 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const steps: Record<string, number> = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: all.length - 1 };
    const next = all[Math.max(0, Math.min(all.length - 1, steps[event.key] ?? -1))];
    if (next === undefined || !(event.key in steps)) return;
    event.preventDefault();
    choose(next);
    next.focus();
  });
  return {
    refresh: (preferred) => {
      const all = items();
      const focused = all.find((item) => item === document.activeElement);
      const current = focused ?? preferred ?? all.find((item) => item.tabIndex === 0) ?? all[0];
      for (const item of all) item.tabIndex = item === current ? 0 : -1;
    },
  };
}
