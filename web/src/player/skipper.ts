// Jumps over what is not to be heard while an episode plays. Who goes there on purpose hears it.

import type { Stretch } from "../model/skips.js";
import { outroStart, skippedStretches } from "../model/skips.js";
import { feed } from "../state/app.js";
import { Signal } from "../state/signal.js";
import type { Player } from "./player.js";

/** Seconds between two reports of a time that still are one going on playing. */
const stride = 3;

export class Skipper {
  /** Starts of the chapters that are skipped in this episode. */
  readonly skipped = new Signal<readonly number[]>([]);
  private before = 0;
  /** A stretch that was entered on purpose. */
  private allowed: number | null = null;

  constructor(private readonly player: Player) {
    player.entry.onChange(() => {
      this.skipped.set([]);
      this.before = player.position.value;
      this.allowed = null;
    });
    player.onEvent((event) => {
      if (event === "seeked") this.arrive();
      else if (event === "moved") this.move();
    });
  }

  get stretches(): Stretch[] {
    return skippedStretches(this.player.chapters.value, this.skipped.value, this.player.duration.value);
  }

  /** Seconds at the end that are skipped. */
  get outro(): number | undefined {
    const entry = this.player.entry.value;
    return entry === null ? undefined : feed(entry.feed)?.skipOutro;
  }

  private arrive(): void {
    const here = this.player.position.value;
    this.before = here;
    this.allowed = this.stretchAt(here)?.start ?? null;
  }

  private move(): void {
    const { player, before } = this;
    const here = player.position.value;
    this.before = here;
    if (player.status.value !== "playing") return;
    const stretch = this.stretchAt(here);
    if (stretch !== undefined && stretch.start !== this.allowed) {
      this.leave(stretch);
      return;
    }
    if (stretch === undefined) this.allowed = null;
    const outro = outroStart(this.outro, player.duration.value);
    if (outro !== null && before < outro && here >= outro && here - before < stride) player.finish();
  }

  private leave(stretch: Stretch): void {
    const end = this.player.duration.value ?? Infinity;
    if (stretch.end >= end - 1) this.player.finish();
    else this.player.seek(stretch.end);
  }

  private stretchAt(seconds: number): Stretch | undefined {
    return this.stretches.find(({ start, end }) => seconds >= start && seconds < end - 0.05);
  }
}
