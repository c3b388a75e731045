// Why an episode does not play, in one sentence, and playing on by itself when the server is back.

import { online } from "../net/client.js";
import { failureOf } from "../net/failure.js";
import { Signal } from "../state/signal.js";
import type { Player } from "./player.js";

export const playerTrouble = new Signal<string | null>(null);

export function watchTrouble(player: Player): void {
  let playOn = false;
  let wasActive = false;
  player.status.onChange((status) => {
    if (status === "playing") {
      wasActive = true;
      playOn = false;
      playerTrouble.set(null);
    } else if (status === "loading") {
      wasActive = true;
    } else if (status === "failed") {
      playOn = wasActive;
      void explain(player);
    } else {
      wasActive = false;
      playerTrouble.set(null);
    }
  });
  online.onChange((isOnline) => {
    if (isOnline && playOn && player.status.value === "failed") player.play();
  });
}

/** The media element only says that it failed; the server says why. */
async function explain(player: Player): Promise<void> {
  const media = player.entry.value?.media;
  if (player.reason !== null) {
    playerTrouble.set(player.reason);
    return;
  }
  if (media === undefined) return;
  try {
    const response = await fetch(media.url, { headers: { Range: "bytes=0-0" }, credentials: "same-origin" });
    if (!response.ok) {
      playerTrouble.set((await failureOf(response)).message);
      return;
    }
    await response.body?.cancel();
    const isPlayable = document.createElement("audio").canPlayType(media.type) !== "";
    playerTrouble.set(
      isPlayable
        ? "The sound broke off. Press play to continue from here."
        : `This browser cannot play ${media.type}. Open the page in another browser.`,
    );
  } catch {
    online.set(false);
    playerTrouble.set("You are offline, and episodes are streamed. Playing continues here when the server is back.");
  }
}
