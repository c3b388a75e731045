// The keyboard's shortcuts, as a dialog.

import { openDialog } from "../dom/dialog.js";
import { h } from "../dom/h.js";

const groups: readonly [string, readonly [string, string][]][] = [
  [
    "Playing",
    [
      ["Space", "Play or pause"],
      ["←  →", "Back 15 seconds, forward 30"],
      ["Shift ←  →", "Previous or next chapter"],
      ["[  ]", "Slower, faster"],
      ["−  +", "Quieter, louder"],
      ["m", "Mute"],
      ["p", "Show the episode that plays"],
    ],
  ],
  [
    "Episodes",
    [
      ["j  k", "Next or previous episode"],
      ["Enter", "Open it; play it when it is open"],
      ["u", "Read or unread"],
      ["s", "Star"],
      ["A", "Mark all as read"],
    ],
  ],
  [
    "Page",
    [
      ["a", "Subscribe"],
      ["/", "Find a podcast"],
      ["r", "Refresh this list"],
      ["R", "Refresh all"],
      ["Esc", "Back"],
      ["?", "This help"],
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
