// Which chapter is playing.

import type { Chapter } from "../api.js";

/** The index of the chapter at a time; -1 before the first. */
export function chapterAt(chapters: readonly Chapter[], seconds: number): number {
  let index = -1;
  for (const [i, chapter] of chapters.entries()) {
    if (chapter.start > seconds + 0.05) break;
    index = i;
  }
  return index;
}

/** Where the previous chapter begins: this one's start when it has played for three seconds. */
export function previousChapter(chapters: readonly Chapter[], seconds: number): number {
  const index = chapterAt(chapters, seconds);
  const current = chapters[index];
  if (current !== undefined && seconds - current.start > 3) return current.start;
  return chapters[index - 1]?.start ?? 0;
}

/** Where the next chapter begins; `null` in the last. */
export function nextChapter(chapters: readonly Chapter[], seconds: number): number | null {
  return chapters[chapterAt(chapters, seconds) + 1]?.start ?? null;
}
