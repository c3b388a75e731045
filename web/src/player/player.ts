// The player: one episode, one output, and signals that everything seen of it follows.

import type { Chapter, EntrySummary } from "../api.js";
import { nextChapter, previousChapter } from "../model/chapters.js";
import { resumePoint } from "../model/resume.js";
import { changeSettings, settings } from "../state/settings.js";
import { Signal } from "../state/signal.js";
import type { Listener, Output } from "./output.js";

export type Status = "idle" | "paused" | "loading" | "playing" | "ended" | "failed";

/** What the player tells those who keep positions. */
export type PlayerEvent = "playing" | "paused" | "seeked" | "moved" | "leaving" | "ended" | "failed";

export const minimumRate = 0.5;
export const maximumRate = 3;

/** Makes the outputs, for sound and for pictures, each with its own listener. */
export type MakeOutputs = (listen: () => Listener) => { audio: Output; video: Output };

export class Player {
  readonly entry = new Signal<EntrySummary | null>(null);
  readonly chapters = new Signal<readonly Chapter[]>([]);
  /** The chapters' pictures, also of those that are no chapter to go to. */
  readonly pictures = new Signal<readonly Chapter[]>([]);
  readonly status = new Signal<Status>("idle");
  readonly position = new Signal(0);
  readonly duration = new Signal<number | undefined>(undefined);
  readonly buffered = new Signal(0);
  readonly rate = new Signal(settings().rate);
  readonly volume = new Signal(settings().volume);
  readonly muted = new Signal(settings().muted);
  readonly isVideo = new Signal(false);
  /** Why it failed, when the output knows. */
  reason: string | null = null;

  private readonly audio: Output;
  private readonly video: Output;
  private output: Output;
  private gain = 1;
  private followers = new Set<(event: PlayerEvent) => void>();

  constructor(make: MakeOutputs) {
    const listeners: { output?: Output }[] = [];
    const listen = (): Listener => {
      const owner: { output?: Output } = {};
      listeners.push(owner);
      return this.listener(() => owner.output === this.output && this.entry.value !== null);
    };
    const { audio, video } = make(listen);
    [audio, video].forEach((output, index) => {
      const owner = listeners[index];
      if (owner !== undefined) owner.output = output;
    });
    this.audio = this.output = audio;
    this.video = video;
    this.applyVolume();
  }

  onEvent(follower: (event: PlayerEvent) => void): void {
    this.followers.add(follower);
  }

  /** Whether it plays or is about to. */
  get isActive(): boolean {
    return this.status.value === "playing" || this.status.value === "loading";
  }

  /** Whether the output keeps positions and read marks itself. */
  get keepsPositions(): boolean {
    return this.output.keepsPositions;
  }

  /** Whether an entry is the one in the player. */
  holds(id: string): boolean {
    return this.entry.value?.id === id;
  }

  /** Puts an episode in. It starts at `at`, else where it stopped the last time. */
  load(entry: EntrySummary, options: { play: boolean; at?: number; rate: number }): void {
    if (entry.media === undefined) return;
    this.tell("leaving");
    const isVideo = entry.media.type.startsWith("video/");
    const next = isVideo ? this.video : this.audio;
    // The app hears `stop` only when nothing takes the place of what it plays.
    if (next !== this.output || !next.keepsPositions) this.output.unload();
    this.output = next;
    const start = options.at ?? resumePoint(entry.position, entry.duration, entry.read);
    this.put(entry, start, "paused");
    this.setRate(options.rate);
    const volume = this.muted.value ? 0 : this.volume.value * this.gain;
    next.load(entry, { start, rate: this.rate.value, volume, play: options.play });
    this.applyVolume();
    if (options.play) this.play();
  }

  /** Shows an episode that the app plays already. */
  adopt(entry: EntrySummary, state: { playing: boolean; cur: number }): void {
    this.output = this.audio;
    this.put(entry, state.cur, state.playing ? "playing" : "paused");
  }

  /** Takes the episode out. */
  unload(): void {
    this.tell("leaving");
    this.output.unload();
    this.entry.set(null);
    this.chapters.set([]);
    this.status.set("idle");
    this.isVideo.set(false);
    changeSettings({ playing: "" });
  }

  play(): void {
    if (this.entry.value === null) return;
    if (this.status.value === "failed") {
      this.output.reload(this.position.value);
      this.status.set("loading");
    }
    if (this.status.value === "ended") this.seek(0);
    if (!this.output.isReady) this.status.set("loading");
    this.output.play().catch((error: unknown) => {
      // A browser that wants a click first leaves the player paused; a fault of the media arrives as its own event.
      if (error instanceof DOMException && error.name === "NotAllowedError") this.status.set("paused");
    });
  }

  pause(): void {
    this.output.pause();
    if (this.status.value === "loading") this.status.set("paused");
  }

  toggle(): void {
    if (this.isActive) this.pause();
    else this.play();
  }

  /** Ends the episode where it is, as if it had played to its end: what is left is not to be heard. */
  finish(): void {
    if (this.entry.value === null || this.status.value === "ended") return;
    this.status.set("ended");
    this.output.pause();
    this.tell("ended");
  }

  seek(seconds: number): void {
    if (this.entry.value === null || !Number.isFinite(seconds)) return;
    const end = this.duration.value ?? Infinity;
    const target = Math.max(0, Math.min(seconds, end));
    if (this.status.value === "ended") this.status.set("paused");
    this.position.set(target);
    if (!this.output.seek(target)) this.tell("seeked");
  }

  skip(seconds: number): void {
    this.seek(this.position.value + seconds);
  }

  toChapter(direction: -1 | 1): void {
    const chapters = this.chapters.value;
    const here = this.position.value;
    const target = direction < 0 ? previousChapter(chapters, here) : nextChapter(chapters, here);
    if (target !== null) this.seek(target);
  }

  setRate(rate: number): void {
    const allowed = Math.min(maximumRate, Math.max(minimumRate, Number.isFinite(rate) ? rate : 1));
    this.rate.set(Number(allowed.toFixed(2)));
    this.output.setRate(this.rate.value);
  }

  setVolume(volume: number): void {
    this.volume.set(Math.min(1, Math.max(0, volume)));
    this.muted.set(false);
    this.applyVolume();
    changeSettings({ volume: this.volume.value, muted: false });
  }

  toggleMuted(): void {
    this.muted.set(!this.muted.value);
    this.applyVolume();
    changeSettings({ muted: this.muted.value });
  }

  /** Lowers the sound without touching the volume: the sleep timer's fade. */
  fade(gain: number): void {
    if (gain === this.gain) return;
    this.gain = gain;
    this.applyVolume();
  }

  /** Asks an output that keeps positions to save. */
  save(): void {
    if (this.entry.value !== null) this.output.save(this.entry.value.id);
  }

  private put(entry: EntrySummary, position: number, status: Status): void {
    this.isVideo.set(this.output === this.video);
    this.pictures.set([]);
    this.chapters.set([]);
    this.entry.set(entry);
    this.duration.set(entry.duration);
    this.position.set(position);
    this.buffered.set(0);
    this.reason = null;
    this.status.set(status);
    changeSettings({ playing: entry.id });
  }

  private applyVolume(): void {
    for (const output of [this.audio, this.video]) output.setVolume(this.volume.value * this.gain, this.muted.value);
  }

  private tell(event: PlayerEvent): void {
    if (this.entry.value !== null) for (const follower of this.followers) follower(event);
  }

  /** What one output says is heard only while it is the one that plays. */
  private listener(isHeard: () => boolean): Listener {
    const become = (status: Status, event: PlayerEvent): void => {
      this.status.set(status);
      this.tell(event);
    };
    const heard = <Values extends unknown[]>(act: (...values: Values) => void) => (...values: Values): void => {
      if (isHeard()) act(...values);
    };
    return {
      duration: heard((seconds: number) => this.duration.set(seconds)),
      moved: heard((seconds: number, buffered: number) => {
        this.position.set(seconds);
        this.buffered.set(buffered);
        this.tell("moved");
      }),
      loading: heard(() => this.status.set("loading")),
      playing: heard(() => become("playing", "playing")),
      paused: heard(() => {
        if (this.status.value !== "failed" && this.status.value !== "ended") become("paused", "paused");
      }),
      seeked: heard(() => this.tell("seeked")),
      ended: heard(() => become("ended", "ended")),
      failed: heard((reason: string | null) => {
        this.reason = reason;
        become("failed", "failed");
      }),
    };
  }
}
