// The sleep timer: counts only while something plays, then lets the sound fade.

export type SleepPlan = { kind: "off" } | { kind: "time"; seconds: number } | { kind: "episode" } | { kind: "chapter" };

/** Seconds in which the sound fades before it stops. */
export const fadeSeconds = 8;

export class SleepTimer {
  plan: SleepPlan = { kind: "off" };
  /** Seconds left of a `time` plan. */
  left = 0;

  set(plan: SleepPlan): void {
    this.plan = plan;
    this.left = plan.kind === "time" ? plan.seconds : 0;
  }

  /** Counts played seconds down. Answers whether it is time to stop; the plan is then off. */
  advance(seconds: number): boolean {
    if (this.plan.kind !== "time") return false;
    this.left = Math.max(0, this.left - seconds);
    if (this.left > 0) return false;
    this.set({ kind: "off" });
    return true;
  }

  /** How loud to play, 0 to 1: full until the last seconds. */
  get gain(): number {
    return this.plan.kind === "time" && this.left < fadeSeconds ? this.left / fadeSeconds : 1;
  }
}
