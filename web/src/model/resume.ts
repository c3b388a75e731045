// Where playing continues, and when an episode counts as heard.

/** The part of an episode after which it counts as heard. */
export const finishedPart = 0.9;

/** Whether this far counts as heard. */
export function isFinished(position: number, duration: number | undefined): boolean {
  return duration !== undefined && duration > 0 && position >= duration * finishedPart;
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
  if (read && left <= Math.min(30, duration * (1 - finishedPart))) return 0;
  return position;
}

/** The part that is heard, 0 to 1; `null` when there is nothing to show. */
export function progress(position: number | undefined, duration: number | undefined): number | null {
  if (position === undefined || duration === undefined || duration <= 0 || position < 1) return null;
  return Math.min(1, position / duration);
}
