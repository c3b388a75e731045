// Where playing continues, and when an episode counts as heard.

import type { UserSettings } from "../api.js";

/** The last part of an episode that nobody wants to start in, once it was heard. */
const closingPart = 0.1;

/** Whether this far counts as heard, by the user's rule. */
export function isFinished(
  position: number,
  duration: number | undefined,
  rule: Pick<UserSettings, "finishedBy" | "finishedPercent" | "finishedRemaining">,
): boolean {
  if (duration === undefined || duration <= 0) return false;
  switch (rule.finishedBy) {
    case "percent":
      return position >= (duration * rule.finishedPercent) / 100;
    case "remaining":
      // An episode shorter than what may be left must still be begun.
      return position > 0 && position >= Math.max(duration / 2, duration - rule.finishedRemaining);
    case "off":
      return false;
  }
}

/**
 * Where to start an episode, in seconds.
 *
 * From the beginning when it stopped in its last five seconds, or, once heard, in its closing words: nobody wants to
 * hear a jingle and silence. Otherwise where it stopped.
 */
export function resumePoint(position: number | undefined, duration: number | undefined, read: boolean): number {
  if (position === undefined || !Number.isFinite(position) || position < 1) return 0;
  if (duration === undefined || duration <= 0) return position;
  const left = duration - position;
  if (left <= 5) return 0;
  if (read && left <= Math.min(30, duration * closingPart)) return 0;
  return position;
}

/** The part that is heard, 0 to 1; `null` when there is nothing to show. */
export function progress(position: number | undefined, duration: number | undefined): number | null {
  if (position === undefined || duration === undefined || duration <= 0 || position < 1) return null;
  return Math.min(1, position / duration);
}
