// Keeps the position on the server: every ten seconds of playing, at a pause, after a seek, when another episode takes
// its place and when the page goes away. At the end nothing is kept but that the episode was heard.

import { isFinished } from "../model/resume.js";
import { setRead } from "../state/actions.js";
import { entries, write } from "../state/app.js";
import { wishes } from "../state/user-settings.js";
import type { Player, PlayerEvent } from "./player.js";

const interval = 10_000;
/** Seconds before the end at which the position is kept a last time. */
const lastWords = 2;

export class Keeper {
  private savedAt = 0;
  private savedPosition = -1;
  private markedRead = false;
  private savedLastWords = false;

  constructor(private readonly player: Player) {
    player.entry.onChange(() => this.forget());
    player.onEvent((event) => this.hear(event));
    window.addEventListener("pagehide", () => this.save(true));
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") this.save(true);
    });
  }

  private hear(event: PlayerEvent): void {
    switch (event) {
      case "playing":
        this.savedAt = Date.now();
        break;
      case "moved":
        this.moved();
        break;
      case "ended":
        // Also for one that was marked unread meanwhile: now it was heard to its end.
        this.markedRead = false;
        this.heard();
        break;
      case "paused":
      case "seeked":
      case "leaving":
      case "failed":
        this.save(false);
    }
  }

  private moved(): void {
    const { position, duration, status } = this.player;
    if (status.value !== "playing") return;
    if (isFinished(position.value, duration.value, wishes.value)) this.heard();
    const left = (duration.value ?? Infinity) - position.value;
    if (left <= lastWords && !this.savedLastWords) {
      this.savedLastWords = true;
      this.save(false);
    } else if (Date.now() - this.savedAt >= interval) {
      this.save(false);
    }
  }

  private heard(): void {
    const entry = this.player.entry.value;
    if (entry === null || this.markedRead) return;
    this.markedRead = true;
    // An app marks it itself; the page only shows it at once.
    if (this.player.keepsPositions) entries.change(entry.id, { read: true });
    else setRead(entry.id, true);
  }

  private save(closing: boolean): void {
    const { position, duration, status } = this.player;
    const entry = this.player.entry.value;
    if (entry === null || status.value === "ended" || status.value === "idle") return;
    if (Math.abs(position.value - this.savedPosition) < 0.25) return;
    this.savedAt = Date.now();
    this.savedPosition = position.value;
    const seconds = Math.round(position.value * 1000) / 1000;
    const whole = duration.value;
    entries.change(entry.id, whole === undefined ? { position: seconds } : { position: seconds, duration: whole });
    if (this.player.keepsPositions) {
      this.player.save();
      return;
    }
    const value = { seconds, at: new Date().toISOString() };
    write(
      { kind: "position", entry: entry.id, value: whole === undefined ? value : { ...value, duration: whole } },
      closing,
    );
  }

  private forget(): void {
    this.savedAt = Date.now();
    this.savedPosition = this.player.entry.value?.position ?? 0;
    this.markedRead = false;
    this.savedLastWords = false;
  }
}
