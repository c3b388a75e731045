// Runs the sleep timer against the player.

import { chapterAt } from "../model/chapters.js";
import type { SleepPlan } from "../model/sleep.js";
import { SleepTimer } from "../model/sleep.js";
import { Signal } from "../state/signal.js";
import type { Player } from "./player.js";

export class Sleeper {
  /** What the button shows: minutes or what it waits for; `null` when off. */
  readonly label = new Signal<string | null>(null);
  private readonly timer = new SleepTimer();
  /** Whether the episode that has just ended was to be the last. */
  stopsHere = false;
  private chapter = -1;

  constructor(private readonly player: Player) {
    let before = Date.now();
    setInterval(() => {
      const now = Date.now();
      this.pass((now - before) / 1000);
      before = now;
    }, 500);
    player.onEvent((event) => {
      if (event === "ended") this.stopsHere = this.timer.plan.kind === "episode";
      if (event === "ended" && this.stopsHere) this.set({ kind: "off" });
      if (event === "moved") this.watchChapter();
    });
  }

  get plan(): SleepPlan {
    return this.timer.plan;
  }

  set(plan: SleepPlan): void {
    this.timer.set(plan);
    this.chapter = chapterAt(this.player.chapters.value, this.player.position.value);
    this.player.fade(1);
    this.show();
  }

  private pass(seconds: number): void {
    if (this.player.status.value !== "playing") return;
    const isOver = this.timer.advance(seconds);
    if (isOver) this.player.pause();
    this.player.fade(this.timer.gain);
    this.show();
  }

  private watchChapter(): void {
    if (this.timer.plan.kind !== "chapter") return;
    const now = chapterAt(this.player.chapters.value, this.player.position.value);
    if (now === this.chapter) return;
    const played = this.player.status.value === "playing" && now === this.chapter + 1;
    this.chapter = now;
    if (!played) return;
    this.player.pause();
    this.set({ kind: "off" });
  }

  private show(): void {
    switch (this.timer.plan.kind) {
      case "off":
        this.label.set(null);
        break;
      case "time":
        this.label.set(
          this.timer.left > 60 ? `${Math.ceil(this.timer.left / 60)} min` : `${Math.ceil(this.timer.left)} s`,
        );
        break;
      case "episode":
        this.label.set("Episode");
        break;
      case "chapter":
        this.label.set("Chapter");
    }
  }
}
