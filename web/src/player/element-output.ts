// Plays with an element of the page: audio without an app around it, video always.

import type { EntrySummary } from "../api.js";
import type { Beginning, Listener, Output } from "./output.js";

export class ElementOutput implements Output {
  readonly keepsPositions = false;
  /** Where to go as soon as the media is known. */
  private start: number | null = null;
  private rate = 1;

  constructor(private readonly element: HTMLMediaElement, private readonly listener: Listener) {
    this.watch();
  }

  get isReady(): boolean {
    return this.element.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA;
  }

  load(entry: EntrySummary, beginning: Beginning): void {
    this.start = beginning.start;
    this.element.preload = beginning.play ? "auto" : "none";
    this.element.src = entry.media?.url ?? "";
    this.setRate(beginning.rate);
  }

  unload(): void {
    this.element.pause();
    this.element.removeAttribute("src");
    this.element.load();
  }

  play(): Promise<void> {
    return this.element.play();
  }

  pause(): void {
    this.element.pause();
  }

  seek(seconds: number): boolean {
    if (this.element.readyState < HTMLMediaElement.HAVE_METADATA) {
      this.start = seconds;
      return false;
    }
    this.element.currentTime = seconds;
    return true;
  }

  setRate(rate: number): void {
    this.rate = rate;
    this.element.defaultPlaybackRate = rate;
    this.element.playbackRate = rate;
  }

  setVolume(volume: number, muted: boolean): void {
    this.element.volume = volume;
    this.element.muted = muted;
  }

  reload(seconds: number): void {
    this.start = seconds;
    this.element.load();
    this.setRate(this.rate);
  }

  save(): void {
    // The keeper writes for this output.
  }

  private watch(): void {
    const { element, listener } = this;
    const on = (name: keyof HTMLMediaElementEventMap, handler: () => void): void => {
      element.addEventListener(name, () => {
        if (element.hasAttribute("src")) handler();
      });
    };
    on("loadedmetadata", () => this.know());
    on("durationchange", () => this.knowDuration());
    on("timeupdate", () => this.move());
    on("progress", () => this.move());
    on("play", () => {
      if (!this.isReady) listener.loading();
    });
    on("playing", () => listener.playing());
    on("waiting", () => {
      if (!element.paused) listener.loading();
    });
    on("pause", () => {
      // The event of an episode that was taken out may come when the next one already plays.
      if (element.paused && !element.ended) listener.paused();
    });
    on("seeked", () => {
      this.move();
      listener.seeked();
    });
    on("ended", () => listener.ended());
    on("error", () => listener.failed(null));
  }

  private know(): void {
    this.knowDuration();
    const start = this.start;
    this.start = null;
    if (start === null || start <= 0) return;
    const end = Number.isFinite(this.element.duration) ? this.element.duration : start + 1;
    this.element.currentTime = Math.min(start, Math.max(0, end - 1));
  }

  private knowDuration(): void {
    const { duration } = this.element;
    if (Number.isFinite(duration) && duration > 0) this.listener.duration(duration);
  }

  private move(): void {
    const { element } = this;
    if (this.start !== null || element.seeking || element.readyState < HTMLMediaElement.HAVE_METADATA) return;
    this.listener.moved(element.currentTime, bufferedEnd(element));
  }
}

function bufferedEnd(element: HTMLMediaElement): number {
  const ranges = element.buffered;
  for (let i = 0; i < ranges.length; i += 1) {
    if (ranges.start(i) <= element.currentTime + 0.5 && element.currentTime <= ranges.end(i)) return ranges.end(i);
  }
  return 0;
}
