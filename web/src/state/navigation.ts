// Where the page is. Every step is an entry of the browser's history; Back in the page is the browser's Back.

import type { Route } from "../model/route.js";
import { parseRoute, printRoute } from "../model/route.js";
import { Signal } from "./signal.js";

export const route = new Signal<Route>(parseRoute(location.hash));

/** How many steps of this page lie before the present one. */
let depth = 0;

export function startNavigation(): void {
  depth = stepsOf(history.state);
  history.replaceState({ depth }, "");
  window.addEventListener("popstate", (event) => {
    if (event.state === null) history.replaceState({ depth: (depth += 1) }, "");
    else depth = stepsOf(event.state);
    arrive();
  });
}

export function go(to: Route, how: "push" | "replace" = "push"): void {
  const address = printRoute(to);
  if (how === "replace" || address === location.hash) history.replaceState({ depth }, "", address);
  else history.pushState({ depth: (depth += 1) }, "", address);
  arrive();
}

/** One step back when this page made it, else to the place above. */
export function back(above: Route): void {
  if (depth > 0) history.back();
  else go(above, "replace");
}

function arrive(): void {
  const arrived = parseRoute(location.hash);
  if (printRoute(arrived) !== printRoute(route.value)) route.set(arrived);
}

function stepsOf(state: unknown): number {
  const steps = (state as { depth?: unknown } | null)?.depth;
  return typeof steps === "number" ? steps : 0;
}
