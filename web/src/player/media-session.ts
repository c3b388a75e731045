// The player on the lock screen, on headphones and on the keyboard's media keys.

import * as routes from "../net/routes.js";
import type { Player } from "./player.js";
import { backwardSeconds, forwardSeconds } from "./steps.js";

export function announce(player: Player, playNext: () => void): void {
  if (!("mediaSession" in navigator)) return;
  const session = navigator.mediaSession;
  player.entry.follow((entry) => {
    if (entry === null) {
      session.metadata = null;
      return;
    }
    const artwork = [128, 256, 512].map(
      (size) => ({ src: new URL(routes.art(entry.art, size / Math.max(1, devicePixelRatio)), location.href).href }),
    );
    session.metadata = new MediaMetadata({ title: entry.title, artist: entry.feedTitle, artwork });
  });
  player.status.follow((status) => {
    session.playbackState = status === "idle" ? "none" : player.isActive ? "playing" : "paused";
    showPosition(player);
  });
  player.rate.onChange(() => showPosition(player));
  player.duration.onChange(() => showPosition(player));
  player.onEvent((event) => {
    if (event === "seeked") showPosition(player);
  });
  handle("play", () => player.play());
  handle("pause", () => player.pause());
  handle("seekbackward", (details) => player.skip(-(details.seekOffset ?? backwardSeconds())));
  handle("seekforward", (details) => player.skip(details.seekOffset ?? forwardSeconds()));
  handle("seekto", (details) => player.seek(details.seekTime ?? player.position.value));
  player.chapters.follow((chapters) => {
    handle("previoustrack", chapters.length > 1 ? () => player.toChapter(-1) : null);
    handle("nexttrack", chapters.length > 1 ? () => player.toChapter(1) : playNext);
  });
}

function handle(action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
  try {
    navigator.mediaSession.setActionHandler(action, handler);
  } catch {
    // An action that this browser does not know.
  }
}

function showPosition(player: Player): void {
  const duration = player.duration.value;
  if (duration === undefined || player.entry.value === null || !("setPositionState" in navigator.mediaSession)) return;
  navigator.mediaSession.setPositionState(
    { duration, playbackRate: player.rate.value, position: Math.min(player.position.value, duration) },
  );
}
