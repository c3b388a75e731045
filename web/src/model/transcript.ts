// Which line of a transcript is spoken.

import type { Cue } from "../api.js";

/** The index of the last line that begins at or before a time; -1 before the first. Lines are in their order. */
export function cueAt(cues: readonly Cue[], seconds: number): number {
  let low = 0;
  let high = cues.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cues[middle]?.start ?? 0) <= seconds + 0.05) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The lines that hold the words, by index; all where there are no words. */
export function matchingCues(cues: readonly Cue[], words: string): number[] {
  const wanted = fold(words);
  if (wanted === "") return [];
  return cues.flatMap((cue, index) => (fold(cue.text).includes(wanted) ? [index] : []));
}

/** Selected lines as text to pass on: each with its time and, where it changes, who speaks. */
export function asText(cues: readonly Cue[], print: (seconds: number) => string): string {
  return cues
    .map((cue) => {
      const time = cue.start === undefined ? "" : `[${print(cue.start)}] `;
      const speaker = cue.speaker === undefined ? "" : `${cue.speaker}: `;
      return `${time}${speaker}${cue.text}`;
    })
    .join("\n");
}

function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase().replace(/\s+/g, " ").trim();
}
