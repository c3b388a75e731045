// Podcasts that the administrator's directories know, found by words.

import type { DirectoryAnswer, DirectoryResult } from "../api.js";
import { h } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { printRoute } from "../model/route.js";

/** What the directories answered; `subscribe` is called with the address of the chosen podcast. */
export function directoryResults(
  answer: DirectoryAnswer,
  subscribe: (url: string, button: HTMLButtonElement) => void,
  opened: () => void,
): HTMLElement[] {
  const failed = answer.failed.map((failure) => h("p", { class: "hint" }, `${failure.source}: ${failure.message}`));
  if (answer.results.length === 0) {
    const words = answer.directories === 0
      ? "Words are looked up in directories, and the administrator has named none. Type the podcast’s address instead."
      : "No directory knows a podcast by these words. Fewer words find more.";
    return [h("p", { class: "quiet", role: "status" }, words), ...failed];
  }
  return [
    h("p", { class: "unseen", role: "status" }, `${answer.results.length} podcasts found`),
    h("ul", { class: "things directory" }, ...answer.results.map((result) => resultRow(result, subscribe, opened))),
    ...failed,
  ];
}

function resultRow(
  result: DirectoryResult,
  subscribe: (url: string, button: HTMLButtonElement) => void,
  opened: () => void,
): HTMLElement {
  const add = h(
    "button",
    { class: "button small", type: "button", "aria-label": `Subscribe to ${result.title}` },
    icon("plus"),
    "Subscribe",
  );
  add.addEventListener("click", () => subscribe(result.url, add));
  const there = result.feed === undefined ? add : h(
    "a",
    {
      class: "button small",
      href: printRoute({ name: "feed", feed: result.feed }),
      "aria-label": `Open ${result.title}`,
      on: { click: opened },
    },
    icon("check"),
    "Open",
  );
  return h(
    "li",
    { class: "thing" },
    h("span", { class: "thing-icon letter", "aria-hidden": "true" }, [...result.title][0]?.toUpperCase() ?? ""),
    h(
      "div",
      { class: "thing-text" },
      h("p", { class: "thing-name" }, result.title),
      h("p", { class: "thing-note" }, [result.author ?? "", result.sources.join(", ")].filter((part) => part !== "").join(" · ")),
      result.description === undefined ? null : h("p", { class: "thing-about" }, result.description),
    ),
    there,
  );
}
