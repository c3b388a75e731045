// The one player of the page, and what starts an episode in it.

import type { Chapter, Entry, EntrySummary } from "../api.js";
import { nextInQueue } from "../model/queue.js";
import { resumePoint } from "../model/resume.js";
import { startBehindIntro } from "../model/skips.js";
import type { BridgePlace } from "../native.js";
import { bridgeVersion, openBridge } from "../native.js";
import { online } from "../net/client.js";
import { skippedChapters } from "../net/library-routes.js";
import * as routes from "../net/routes.js";
import { chapters } from "../net/show-routes.js";
import { entries, feed } from "../state/app.js";
import { changeSettings, settings } from "../state/settings.js";
import { changeFeed } from "../state/actions.js";
import { queued } from "../state/queue.js";
import { changeWishes, standardSettings, wishes } from "../state/user-settings.js";
import { ElementOutput } from "./element-output.js";
import { Keeper } from "./keeper.js";
import { goOn } from "./advance.js";
import { announce } from "./media-session.js";
import { NativeOutput } from "./native-output.js";
import { Player } from "./player.js";
import { Skipper } from "./skipper.js";
import { Sleeper } from "./sleeper.js";
import { watchTrouble } from "./trouble.js";

export const audioElement = document.createElement("audio");
export const videoElement = document.createElement("video");
videoElement.playsInline = true;
videoElement.hidden = true;

/** Seconds of playing in which a newer position of another device is still taken over. */
const soon = 5;

/** The app around this page; `null` in a browser. */
export const native = openBridge(window as unknown as BridgePlace, (text) => console.warn(text));
const bridge = native !== null && "bridge" in native ? native.bridge : null;
let handed: NativeOutput | null = null;

export const player: Player = new Player((listen) => {
  const video = (): ElementOutput => new ElementOutput(videoElement, listen());
  if (bridge === null) return { audio: new ElementOutput(audioElement, listen()), video: video() };
  handed = new NativeOutput(bridge, listen(), (id, state) => void takeOver(id, state), () => performance.now());
  return { audio: handed, video: video() };
});
export const sleeper = new Sleeper(player);
export const skipper = new Skipper(player);

export function startPlayer(): void {
  player.onEvent((event) => {
    const ended = player.entry.value;
    // An app goes on by itself, because the page may be frozen.
    if (event !== "ended" || ended === null || sleeper.stopsHere || player.keepsPositions) return;
    void goOn(ended, (entry) => playEntry(entry));
  });
  new Keeper(player);
  player.isVideo.follow((isVideo) => {
    videoElement.hidden = !isVideo;
  });
  // The lock screen is the app's where there is one.
  if (bridge === null) announce(player, playNext);
  watchTrouble(player);
  document.addEventListener("visibilitychange", () => void catchUp());
}

/** Plays an entry, from a time or from where it stopped. */
export function playEntry(entry: EntrySummary, at?: number): void {
  if (player.holds(entry.id)) {
    if (at !== undefined) player.seek(at);
    player.play();
    return;
  }
  const known = entries.get(entry.id) ?? entry;
  player.load(known, { play: true, rate: rateOf(known), at: at ?? beginningOf(known) });
  void complete(entry.id, at === undefined ? player.position.value : null);
}

/** Tells the app that the page is there; it answers with what it plays. */
export function greetApp(): void {
  bridge?.post({ t: "ready", version: bridgeVersion, rate: player.rate.value, volume: player.volume.value });
}

/** Plays what is up next, at once. Answers whether there is anything. */
export function playNext(): boolean {
  const next = nextInQueue(queued(), player.entry.value?.id ?? "");
  if (next === undefined) return false;
  playEntry(entries.get(next.id) ?? next);
  return true;
}

/** Plays or pauses an entry. */
export function toggleEntry(entry: EntrySummary): void {
  if (player.holds(entry.id)) player.toggle();
  else playEntry(entry);
}

/** Puts the episode that was playing when the page was closed back into the player, silent. */
export async function restorePlayer(): Promise<void> {
  const id = settings().playing;
  if (id === "" || player.entry.value !== null) return;
  try {
    const entry = await routes.entry(id);
    entries.put([entry]);
    if (player.entry.value !== null) return;
    const known = entries.get(id) ?? entry;
    player.load(known, { play: false, rate: rateOf(known), at: beginningOf(known) });
    await complete(id, null);
  } catch {
    // It is gone, or the server is: the player stays empty.
  }
}

/** Changes the speed: for this podcast only, or for all that have none of their own. */
export function chooseRate(rate: number, onlyThisPodcast: boolean): void {
  player.setRate(rate);
  const entry = player.entry.value;
  const own = entry === null ? undefined : feed(entry.feed)?.speed;
  if (entry !== null && onlyThisPodcast) {
    void changeFeed(entry.feed, { speed: player.rate.value }).catch(() => undefined);
    return;
  }
  changeSettings({ rate: player.rate.value });
  void changeWishes({ speed: player.rate.value }).catch(() => undefined);
  if (entry !== null && own !== undefined) void changeFeed(entry.feed, { speed: 0 }).catch(() => undefined);
}

/** The app plays an episode that this page did not give it: shown as it is, without starting anything. */
async function takeOver(id: string, state: { playing: boolean; cur: number }): Promise<void> {
  try {
    const entry = await routes.entry(id);
    entries.put([entry]);
    if (player.holds(id)) return;
    const known = entries.get(id) ?? entry;
    player.rate.set(rateOf(known));
    handed?.adopt(known, {
      start: state.cur,
      rate: player.rate.value,
      volume: player.muted.value ? 0 : player.volume.value,
      play: state.playing,
    });
    player.adopt(known, state);
    showChapters(entry);
  } catch {
    // The app plays on; the page shows it when the server answers again.
  }
}

function rateOf(entry: EntrySummary): number {
  return feed(entry.feed)?.speed ?? (wishes.value === standardSettings ? settings().rate : wishes.value.speed);
}

/** Where an episode starts: where it stopped, else behind its podcast's intro. */
export function beginningOf(entry: EntrySummary): number {
  const resumed = resumePoint(entry.position, entry.duration, entry.read);
  return startBehindIntro(resumed, feed(entry.feed)?.skipIntro, entry.duration);
}

/** Fetches what the list does not hold: the chapters, and where another device stopped meanwhile. */
async function complete(id: string, started: number | null): Promise<void> {
  try {
    const entry = await routes.entry(id);
    if (!player.holds(id)) return;
    showChapters(entry);
    if (started !== null && player.position.value - started < soon) follow(entry, started);
  } catch {
    // Without chapters the episode plays as well.
  }
}

/** Puts an entry's chapters into the player: those that are known, then all, and which are skipped. */
export function showChapters(entry: Entry): void {
  const show = (list: readonly Chapter[]): void => {
    player.pictures.set(list.filter((chapter) => chapter.art !== undefined));
    player.chapters.set(audible(list));
  };
  show(entry.chapters);
  if (entry.chaptersPending) {
    chapters(entry.id)
      .then((list) => {
        if (player.holds(entry.id)) show(list.chapters);
      })
      .catch(() => undefined);
  }
  skippedChapters(entry.id)
    .then(({ starts }) => {
      if (player.holds(entry.id)) skipper.skipped.set(starts);
    })
    .catch(() => undefined);
}

/** Chapters that only change a picture are nothing to go to. */
export function audible(list: readonly Chapter[]): Chapter[] {
  return list.filter((chapter) => chapter.hidden !== true);
}

/** A page that waited in the background takes over the position that another device left. */
async function catchUp(): Promise<void> {
  const entry = player.entry.value;
  if (entry === null || player.isActive || document.visibilityState !== "visible") return;
  try {
    const fresh = await routes.entry(entry.id);
    if (player.holds(entry.id) && !player.isActive) follow(fresh, player.position.value);
  } catch {
    // The position here is as good as any while the server is away.
  }
}

/** Goes where the server knows the episode stopped, when that is elsewhere and the answer is no old one. */
function follow(fresh: Entry, here: number): void {
  if (!online.value) return;
  entries.put([fresh]);
  const known = entries.get(fresh.id) ?? fresh;
  const there = beginningOf(known);
  if (known.position !== undefined && Math.abs(there - here) > 3) player.seek(there);
}
