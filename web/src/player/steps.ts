// How far a skip goes: the user's wish, on every device.

import { wishes } from "../state/user-settings.js";

export function backwardSeconds(): number {
  return wishes.value.skipBack;
}

export function forwardSeconds(): number {
  return wishes.value.skipForward;
}
