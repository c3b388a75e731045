// How episodes are played, on every device of the user.

import type { Autoplay, FinishedRule, UserSettings } from "../../api.js";
import { choice, group, number, row, toggle } from "../../dom/fields.js";
import { h } from "../../dom/h.js";
import { toast } from "../../dom/toast.js";
import { speed } from "../../model/format.js";
import { sentence } from "../../net/failure.js";
import { changeWishes, loadWishes, wishes } from "../../state/user-settings.js";
import { loaded } from "../loaded.js";

const finishedRules: readonly (readonly [FinishedRule, string])[] = [
  ["percent", "After a part of it"],
  ["remaining", "Near its end"],
  ["off", "Only at its end"],
];
const autoplays: readonly (readonly [Autoplay, string])[] = [
  ["off", "Stop"],
  ["newer", "The show’s next newer episode"],
  ["older", "The show’s next older episode"],
];

export function playbackSection(): HTMLElement {
  return loaded(async () => {
    await loadWishes();
    return wishes.value;
  }, fields).element;
}

function change(wanted: Partial<UserSettings>): void {
  changeWishes(wanted).catch((error: unknown) => toast(sentence(error), "error"));
}

function fields(now: UserSettings): HTMLElement[] {
  const percent = row(
    "Finished after",
    number(now.finishedPercent, { min: 50, max: 100 }, (value) => change({ finishedPercent: value })),
    "Of the episode’s length.",
    "%",
  );
  const remaining = row(
    "Finished when there is left",
    number(now.finishedRemaining, { min: 0, max: 3600 }, (value) => change({ finishedRemaining: value })),
    "Longer outros need more.",
    "seconds",
  );
  const showFinished = (rule: FinishedRule): void => {
    percent.hidden = rule !== "percent";
    remaining.hidden = rule !== "remaining";
  };
  const rule = choice(finishedRules, now.finishedBy, (value) => {
    showFinished(value);
    change({ finishedBy: value });
  });
  showFinished(now.finishedBy);
  const rates = [...new Set([0.75, 0.9, 1, 1.1, 1.2, 1.25, 1.5, 1.75, 2, 2.5, 3, now.speed])].sort((a, b) => a - b);
  const pace = choice(rates.map((rate) => [String(rate), speed(rate)] as const), String(now.speed), (value) => {
    change({ speed: Number(value) });
  });
  const skip = (value: number, key: "skipBack" | "skipForward"): HTMLInputElement =>
    number(value, { min: 5, max: 300, step: 5 }, (seconds) => change({ [key]: seconds }));
  return [
    group(
      "While it plays",
      row("Skip back", skip(now.skipBack, "skipBack"), "The button, the left arrow and headphones.", "seconds"),
      row("Skip forward", skip(now.skipForward, "skipForward"), "The button, the right arrow.", "seconds"),
      row("Speed", pace, "Of podcasts without a speed of their own."),
    ),
    group(
      "When it ends",
      row("Play the queue", toggle(now.playQueue, (isOn) => change({ playQueue: isOn })), "What is up next follows."),
      row(
        "With nothing in the queue",
        choice(autoplays, now.autoplay, (value) => change({ autoplay: value })),
      ),
    ),
    group(
      "An episode counts as finished",
      row("When", rule, "It is then marked as heard and leaves the queue."),
      percent,
      remaining,
    ),
    group(
      "New subscriptions",
      row(
        "Keep on the server",
        number(now.keepNewest, { min: 0, max: 100 }, (value) => change({ keepNewest: value })),
        "The newest unheard episodes are downloaded by themselves; 0 for none. Each podcast can differ.",
        "episodes",
      ),
    ),
    h("p", { class: "quiet note" }, "These hold on every device that you sign in on."),
  ];
}
