// What plays: an element of the page, or the app around it.

import type { EntrySummary } from "../api.js";

/** How an output is asked to begin. */
export interface Beginning {
  /** Seconds. */
  start: number;
  rate: number;
  /** 0 to 1. */
  volume: number;
  play: boolean;
}

/** What an output tells the player. */
export interface Listener {
  duration(seconds: number): void;
  moved(seconds: number, buffered: number): void;
  loading(): void;
  playing(): void;
  paused(): void;
  seeked(): void;
  ended(): void;
  /** With the reason, when the output knows it. */
  failed(reason: string | null): void;
}

export interface Output {
  /** Whether it can play at once, without fetching first. */
  readonly isReady: boolean;
  /** Whether it keeps positions and read marks itself: the app does, because the page freezes in the background. */
  readonly keepsPositions: boolean;
  load(entry: EntrySummary, beginning: Beginning): void;
  unload(): void;
  /** Rejects with the browser's reason when it may not play. */
  play(): Promise<void>;
  pause(): void;
  /** Goes to a time. Answers whether it is there at once or later; `false` only keeps it for the beginning. */
  seek(seconds: number): boolean;
  setRate(rate: number): void;
  setVolume(volume: number, muted: boolean): void;
  /** Fetches again after a failure, from a time. */
  reload(seconds: number): void;
  /** Asks an output that keeps positions to save this entry's now. */
  save(entry: string): void;
}
