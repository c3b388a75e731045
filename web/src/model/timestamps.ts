// Times in running text, such as `12:34` or `1:02:03`, that a click can seek to.

export interface Timestamp {
  /** Where it begins in the text. */
  index: number;
  length: number;
  seconds: number;
}

/** Finds the times of a text; those behind the end of the episode, and times of day (`8:30 pm`), are left out. */
export function findTimestamps(text: string, duration?: number): Timestamp[] {
  const found: Timestamp[] = [];
  const pattern = /(?:(\d{1,2}):)?(\d{1,3}):(\d{2})/g;
  for (const match of text.matchAll(pattern)) {
    const shown = match[0] ?? "";
    const index = match.index ?? 0;
    const before = text.charAt(index - 1);
    const after = text.slice(index + shown.length, index + shown.length + 5);
    if (/[\p{L}\d:.,/-]/u.test(before) || /^(?:[\d:/]|\.\d|\s?[ap]\.?m\b|\s?Uhr)/i.test(after)) continue;
    const hours = Number(match[1] ?? 0);
    const minutes = Number(match[2]);
    const seconds = Number(match[3]);
    if (seconds > 59 || (match[1] !== undefined && minutes > 59)) continue;
    const total = hours * 3600 + minutes * 60 + seconds;
    if (duration !== undefined && total > duration) continue;
    found.push({ index, length: shown.length, seconds: total });
  }
  return found;
}
