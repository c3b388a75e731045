// How the user wants it on every device. Until the server has answered, what a user who changed nothing has.

import type { UserSettings } from "../api.js";
import { changeUserSettings, userSettings } from "../net/library-routes.js";
import { Signal } from "./signal.js";

export const standardSettings: UserSettings = {
  finishedBy: "percent",
  finishedPercent: 90,
  finishedRemaining: 60,
  skipForward: 30,
  skipBack: 15,
  speed: 1,
  playQueue: true,
  autoplay: "off",
  keepNewest: 0,
};

export const wishes = new Signal<UserSettings>(standardSettings);

/** Fetches them; without an answer the ones that are known stay. */
export async function loadWishes(): Promise<void> {
  try {
    wishes.set(await userSettings());
  } catch {
    // Playing goes on with those that are known.
  }
}

/** Changes some at once, here and on the server; a failure takes the change back. */
export async function changeWishes(change: Partial<UserSettings>): Promise<void> {
  const before = wishes.value;
  wishes.set({ ...before, ...change });
  try {
    wishes.set(await changeUserSettings(change));
  } catch (error) {
    wishes.set(before);
    throw error;
  }
}
