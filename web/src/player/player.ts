// The player: one episode, one media element, and signals that everything seen of it follows.

import type { Chapter, EntrySummary } from "../api.js";
import { nextChapter, previousChapter } from "../model/chapters.js";
import { resumePoint } from "../model/resume.js";
import { changeSettings, settings } from "../state/settings.js";
import { Signal } from "../state/signal.js";

export type Status = "idle" | "paused" | "loading" | "playing" | "ended" | "failed";

/** What the player tells those who keep positions. */
export type PlayerEvent = "playing" | "paused" | "seeked" | "moved" | "leaving" | "ended" | "failed";

export const minimumRate = 0.5;
export const maximumRate = 3;

export class Player {
  readonly entry = new Signal<EntrySummary | null>(null);
  readonly chapters = new Signal<readonly Chapter[]>([]);
  readonly status = new Signal<Status>("idle");
  readonly position = new Signal(0);
  readonly duration = new Signal<number | undefined>(undefined);
  readonly buffered = new Signal(0);
  readonly rate = new Signal(settings().rate);
  readonly volume = new Signal(settings().volume);
  readonly muted = new Signal(settings().muted);

  private element: HTMLMediaElement;
  /** Where to go as soon as the media is known. */
  private start: number | null = null;
  private gain = 1;
  private followers = new Set<(event: PlayerEvent) => void>();

  constructor(private readonly audio: HTMLAudioElement, private readonly video: HTMLVideoElement) {
    this.element = audio;
    for (const element of [audio, video]) this.watch(element);
    this.applyVolume();
  }

  onEvent(follower: (event: PlayerEvent) => void): void {
    this.followers.add(follower);
  }

  /** Whether it plays or is about to. */
  get isActive(): boolean {
    return this.status.value === "playing" || this.status.value === "loading";
  }

  /** Whether an entry is the one in the player. */
  holds(id: string): boolean {
    return this.entry.value?.id === id;
  }

  /** Puts an episode in. It starts at `at`, else where it stopped the last time. */
  load(entry: EntrySummary, options: { play: boolean; at?: number; rate: number }): void {
    if (entry.media === undefined) return;
    this.tell("leaving");
    this.element.pause();
    this.element.removeAttribute("src");
    this.element.load();
    this.element = entry.media.type.startsWith("video/") ? this.video : this.audio;
    this.video.hidden = this.element !== this.video;
    this.start = options.at ?? resumePoint(entry.position, entry.duration, entry.read);
    this.chapters.set([]);
    this.entry.set(entry);
    this.duration.set(entry.duration);
    this.position.set(this.start);
    this.buffered.set(0);
    this.status.set("paused");
    changeSettings({ playing: entry.id });
    this.element.preload = options.play ? "auto" : "none";
    this.element.src = entry.media.url;
    this.setRate(options.rate);
    if (options.play) this.play();
  }

  /** Takes the episode out. */
  unload(): void {
    this.tell("leaving");
    this.element.pause();
    this.element.removeAttribute("src");
    this.element.load();
    this.entry.set(null);
    this.chapters.set([]);
    this.status.set("idle");
    this.video.hidden = true;
    changeSettings({ playing: "" });
  }

  play(): void {
    if (this.entry.value === null) return;
    if (this.status.value === "failed") this.reload();
    if (this.status.value === "ended") this.seek(0);
    if (this.element.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) this.status.set("loading");
    this.element.play().catch((error: unknown) => {
      // A browser that wants a click first leaves the player paused; a fault of the media arrives as its own event.
      if (error instanceof DOMException && error.name === "NotAllowedError") this.status.set("paused");
    });
  }

  pause(): void {
    this.element.pause();
    if (this.status.value === "loading") this.status.set("paused");
  }

  toggle(): void {
    if (this.isActive) this.pause();
    else this.play();
  }

  seek(seconds: number): void {
    if (this.entry.value === null || !Number.isFinite(seconds)) return;
    const end = this.duration.value ?? Infinity;
    const target = Math.max(0, Math.min(seconds, end));
    if (this.status.value === "ended") this.status.set("paused");
    this.position.set(target);
    if (this.element.readyState >= HTMLMediaElement.HAVE_METADATA) {
      this.element.currentTime = target;
    } else {
      this.start = target;
      this.tell("seeked");
    }
  }

  skip(seconds: number): void {
    this.seek(this.position.value + seconds);
  }

  toChapter(direction: -1 | 1): void {
    const chapters = this.chapters.value;
    const target = direction < 0 ? previousChapter(chapters, this.position.value) : nextChapter(
      chapters,
      this.position.value,
    );
    if (target !== null) this.seek(target);
  }

  setRate(rate: number): void {
    const allowed = Math.min(maximumRate, Math.max(minimumRate, Number.isFinite(rate) ? rate : 1));
    this.rate.set(Number(allowed.toFixed(2)));
    this.element.defaultPlaybackRate = this.rate.value;
    this.element.playbackRate = this.rate.value;
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

  /** Fetches the media again, from where it is. */
  private reload(): void {
    this.start = this.position.value;
    this.element.load();
    this.setRate(this.rate.value);
    this.status.set("loading");
  }

  private applyVolume(): void {
    for (const element of [this.audio, this.video]) {
      element.volume = this.volume.value * this.gain;
      element.muted = this.muted.value;
    }
  }

  private tell(event: PlayerEvent): void {
    if (this.entry.value !== null) for (const follower of this.followers) follower(event);
  }

  private watch(element: HTMLMediaElement): void {
    const on = (name: keyof HTMLMediaElementEventMap, handler: () => void): void => {
      element.addEventListener(name, () => {
        if (element === this.element && this.entry.value !== null && element.hasAttribute("src")) handler();
      });
    };
    on("loadedmetadata", () => this.know(element));
    on("durationchange", () => this.knowDuration(element));
    on("timeupdate", () => this.move(element));
    on("progress", () => this.buffered.set(bufferedEnd(element)));
    on("play", () => {
      if (element.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) this.status.set("loading");
    });
    on("playing", () => {
      this.status.set("playing");
      this.tell("playing");
    });
    on("waiting", () => {
      if (!element.paused) this.status.set("loading");
    });
    on("pause", () => {
      // The event of an episode that was taken out may come when the next one already plays.
      if (!element.paused || element.ended || this.status.value === "failed") return;
      this.status.set("paused");
      this.tell("paused");
    });
    on("seeked", () => {
      this.move(element);
      this.tell("seeked");
    });
    on("ended", () => {
      this.status.set("ended");
      this.tell("ended");
    });
    on("error", () => {
      this.status.set("failed");
      this.tell("failed");
    });
  }

  private know(element: HTMLMediaElement): void {
    this.knowDuration(element);
    const start = this.start;
    this.start = null;
    if (start !== null && start > 0) element.currentTime = Math.min(
      start,
      Math.max(0, (this.duration.value ?? start) - 1),
    );
  }

  private knowDuration(element: HTMLMediaElement): void {
    if (Number.isFinite(element.duration) && element.duration > 0) this.duration.set(element.duration);
  }

  private move(element: HTMLMediaElement): void {
    if (this.start !== null || element.seeking || element.readyState < HTMLMediaElement.HAVE_METADATA) return;
    this.position.set(element.currentTime);
    this.buffered.set(bufferedEnd(element));
    this.tell("moved");
  }
}

function bufferedEnd(element: HTMLMediaElement): number {
  const ranges = element.buffered;
  for (let i = 0; i < ranges.length; i += 1) {
    if (ranges.start(i) <= element.currentTime + 0.5 && element.currentTime <= ranges.end(i)) return ranges.end(i);
  }
  return 0;
}
