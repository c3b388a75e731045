// What is not to be heard: an intro, an outro, chapters that were deselected.

import type { Chapter } from "../api.js";

export interface Stretch {
  /** Seconds. */
  start: number;
  /** Infinity where the end is not known. */
  end: number;
}

/** The parts of an episode that are skipped, in order, those that touch as one. */
export function skippedStretches(
  chapters: readonly Chapter[],
  skipped: readonly number[],
  duration: number | undefined,
): Stretch[] {
  const isSkipped = new Set(skipped);
  const end = duration ?? Infinity;
  const result: Stretch[] = [];
  const shown = chapters.filter((chapter) => chapter.hidden !== true);
  for (const [index, chapter] of shown.entries()) {
    if (!isSkipped.has(chapter.start)) continue;
    const stop = Math.min(end, shown[index + 1]?.start ?? end);
    const last = result[result.length - 1];
    if (last !== undefined && Math.abs(last.end - chapter.start) < 0.01) last.end = stop;
    else if (stop > chapter.start) result.push({ start: chapter.start, end: stop });
  }
  return result;
}

/** Where an episode begins: behind its intro, unless it stopped further on. */
export function startBehindIntro(start: number, intro: number | undefined, duration: number | undefined): number {
  if (intro === undefined || intro <= 0 || start >= intro) return start;
  return duration !== undefined && intro >= duration ? start : intro;
}

/** Where an outro begins; `null` without one, or when it would be everything. */
export function outroStart(outro: number | undefined, duration: number | undefined): number | null {
  if (outro === undefined || outro <= 0 || duration === undefined || outro >= duration) return null;
  return duration - outro;
}

/** Seconds that are left to hear from a time, without what is skipped. */
export function leftToHear(
  seconds: number,
  duration: number,
  stretches: readonly Stretch[],
  outro: number | undefined,
): number {
  const end = outroStart(outro, duration) ?? duration;
  if (seconds >= end) return Math.max(0, duration - seconds);
  const skipped = stretches.reduce((sum, { start, end: stop }) => {
    const from = Math.max(start, seconds);
    return sum + Math.max(0, Math.min(stop, end) - from);
  }, 0);
  return Math.max(0, end - seconds - skipped);
}
