// The keyboard's shortcuts, as a dialog.

import { openDialog } from "../dom/dialog.js";
import { h } from "../dom/h.js";

const groups: readonly [string, readonly [string, string][]][] = [
  [
    "Playing",
    [
      ["Space", "Play or pause"],
      ["←  →", "Skip back, skip forward"],
      ["Shift ←  →", "Previous or next chapter"],
      ["[  ]", "Slower, faster"],
      ["−  +", "Quieter, louder"],
      ["m", "Mute"],
      ["n", "Play what is up next"],
      ["b", "Bookmark this place"],
      ["p", "Show the episode that plays"],
      ["t", "Notes or transcript"],
    ],
  ],
  [
    "Episodes",
    [
      ["j  k", "Next or previous episode"],
      ["Enter", "Open it; play it when it is open"],
      ["u", "Read or unread"],
      ["s", "Star"],
      ["q", "Play last, or out of the queue"],
      ["Q", "Play next"],
      ["A", "Mark all as read"],
    ],
  ],
  [
    "Page",
    [
      ["a", "Subscribe"],
      ["/", "Search everything"],
      ["f", "Find a podcast"],
      ["e", "Up next"],
      [",", "Settings"],
      ["r", "Refresh this list"],
      ["R", "Refresh all"],
      ["Esc", "Back"],
      ["?", "This help"],
    ],
  ],
  [
    "Lists",
    [
      ["↑  ↓", "Move between rows"],
      ["Tab", "To the next control"],
      ["↑  ↓", "On a handle: move it in the queue"],
    ],
  ],
];

export function openHelp(): void {
  const parts = groups.map(([name, keys]) =>
    h(
      "section",
      {},
      h("h3", {}, name),
      h(
        "dl",
        { class: "keys" },
        ...keys.flatMap(
          ([key, text]) => [h("dt", {}, ...key.split("  ").map((part) => h("kbd", {}, part))), h("dd", {}, text)],
        ),
      ),
    ),
  );
  openDialog("Keyboard shortcuts", [h("div", { class: "help" }, ...parts)], { kind: "wide" });
}
