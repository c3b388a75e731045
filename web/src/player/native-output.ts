// Plays with the app around the page: words over the bridge in place of an element.

import type { EntrySummary } from "../api.js";
import type { Bridge, FromApp } from "../native.js";
import type { Beginning, Listener, Output } from "./output.js";

/** Seconds that a reported time may lie from where was sought to, and milliseconds after which any is believed. */
const near = 2;
const patience = 4_000;

/** What the app plays that the page did not ask for: it went on in the queue, or the page was reloaded. */
export type TakeOver = (entry: string, state: { playing: boolean; cur: number }) => void;

export class NativeOutput implements Output {
  readonly keepsPositions = true;
  private entry: EntrySummary | null = null;
  private beginning: Beginning = { start: 0, rate: 1, volume: 1, play: false };
  /** Whether the app has the entry: it hears of one only when it is to be played. */
  private isHanded = false;
  /** Whether the app has said how long it is, and so can seek. */
  private isKnown = false;
  private isPlaying = false;
  /** A seek whose arrival was not told yet: times from before it are old. */
  private sought: { to: number; id: number; at: number } | null = null;
  private seeks = 0;

  constructor(
    private readonly bridge: Bridge,
    private readonly listener: Listener,
    private readonly takeOver: TakeOver,
    private readonly now: () => number,
  ) {
    bridge.onMessage = (message) => this.hear(message);
  }

  get isReady(): boolean {
    return this.isPlaying;
  }

  load(entry: EntrySummary, beginning: Beginning): void {
    this.entry = entry;
    this.beginning = { ...beginning };
    this.isHanded = false;
    this.isKnown = false;
    this.isPlaying = false;
    this.sought = null;
  }

  /** Takes an entry that the app plays already: nothing is sent, so nothing starts again. */
  adopt(entry: EntrySummary, beginning: Beginning): void {
    this.load(entry, beginning);
    this.isHanded = true;
    this.isKnown = true;
    this.isPlaying = beginning.play;
  }

  unload(): void {
    if (this.isHanded) this.bridge.post({ t: "stop" });
    this.entry = null;
    this.isHanded = false;
    this.isPlaying = false;
  }

  play(): Promise<void> {
    this.hand();
    this.bridge.post({ t: "play" });
    return Promise.resolve();
  }

  pause(): void {
    if (this.isHanded) this.bridge.post({ t: "pause" });
  }

  seek(seconds: number): boolean {
    this.beginning.start = seconds;
    if (!this.isHanded || !this.isKnown) return false;
    this.sought = { to: seconds, id: (this.seeks += 1), at: this.now() };
    this.bridge.post({ t: "seek", to: seconds, id: this.sought.id });
    return true;
  }

  setRate(rate: number): void {
    if (this.isHanded && rate !== this.beginning.rate) this.bridge.post({ t: "rate", v: rate });
    this.beginning.rate = rate;
  }

  setVolume(volume: number, muted: boolean): void {
    const heard = muted ? 0 : volume;
    if (this.isHanded && heard !== this.beginning.volume) this.bridge.post({ t: "volume", v: heard });
    this.beginning.volume = heard;
  }

  reload(seconds: number): void {
    this.beginning.start = seconds;
    this.isHanded = false;
    this.isKnown = false;
  }

  save(entry: string): void {
    if (this.isHanded) this.bridge.post({ t: "position", url: `/api/entries/${encodeURIComponent(entry)}/position` });
  }

  private hand(): void {
    const entry = this.entry;
    if (this.isHanded || entry === null) return;
    this.isHanded = true;
    this.bridge.post({
      t: "load",
      url: entry.media?.url ?? "",
      enc: entry.id,
      feedId: entry.feed,
      guid: entry.guid,
      title: entry.title,
      feedTitle: entry.feedTitle,
      artwork: entry.art,
      position: this.beginning.start,
      duration: entry.duration,
      rate: this.beginning.rate,
      volume: this.beginning.volume,
    });
  }

  private hear(message: FromApp): void {
    if (message.t === "state") {
      this.hearState(message);
      return;
    }
    if (this.entry === null || !this.isHanded) return;
    switch (message.t) {
      case "meta":
        this.know(message.dur);
        break;
      case "time":
        if (message.dur !== undefined && message.dur > 0) this.listener.duration(message.dur);
        this.move(message.cur, message.id);
        break;
      case "ended":
        this.isPlaying = false;
        this.listener.ended();
        break;
      case "error":
        this.isPlaying = false;
        this.listener.failed(message.message);
    }
  }

  private know(duration: number | undefined): void {
    if (duration !== undefined && duration > 0) this.listener.duration(duration);
    if (this.isKnown) return;
    this.isKnown = true;
    if (this.beginning.start > 0) this.seek(this.beginning.start);
  }

  private move(seconds: number, id: number | undefined): void {
    const sought = this.sought;
    if (sought !== null) {
      const isOld = id === undefined ? Math.abs(seconds - sought.to) > near : id < sought.id;
      if (isOld && this.now() - sought.at < patience) return;
      this.sought = null;
      this.listener.seeked();
    }
    this.listener.moved(seconds, 0);
  }

  private hearState(state: FromApp & { t: "state" }): void {
    const { enc, cur, dur, playing } = state;
    if (enc !== undefined && enc !== this.entry?.id) {
      this.takeOver(enc, { playing, cur: cur ?? 0 });
      return;
    }
    if (this.entry === null || (enc === undefined && !this.isHanded)) return;
    if (enc !== undefined) {
      this.isHanded = true;
      this.isKnown = true;
    }
    if (dur !== undefined && dur > 0) this.listener.duration(dur);
    if (cur !== undefined) this.move(cur, undefined);
    if (playing !== this.isPlaying || playing) {
      this.isPlaying = playing;
      if (playing) this.listener.playing();
      else this.listener.paused();
    }
  }
}
