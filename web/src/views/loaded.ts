// Content that is fetched when it is shown: its shape first, then it, or why it did not come and another try.

import type { Child } from "../dom/h.js";
import { fill, h } from "../dom/h.js";
import { sentence } from "../net/failure.js";
import { errorState, skeletonRows } from "./states.js";

export interface Loaded {
  element: HTMLElement;
  /** Fetches again; what stands there stays until the answer is there. */
  reload: () => Promise<void>;
}

/** `show` makes the content of an answer. A later answer replaces it as a whole. */
export function loaded<T>(
  fetch: () => Promise<T>,
  show: (value: T, reload: () => Promise<void>) => Child[],
  rows = 3,
): Loaded {
  const element = h("div", { class: "loaded" }, skeletonRows(rows, "plain"));
  let turn = 0;
  const reload = async (): Promise<void> => {
    const mine = (turn += 1);
    try {
      const value = await fetch();
      if (mine === turn) fill(element, ...show(value, reload));
    } catch (error) {
      if (mine !== turn) return;
      fill(
        element,
        errorState(sentence(error), () => {
          fill(element, skeletonRows(rows, "plain"));
          void reload();
        }),
      );
    }
  };
  void reload();
  return { element, reload };
}

/** Does something that may fail: the button rests meanwhile, and a failure is shown by `fail`. */
export async function withButton(
  button: HTMLButtonElement,
  act: () => Promise<void>,
  fail: (message: string) => void,
): Promise<void> {
  button.disabled = true;
  try {
    await act();
  } catch (error) {
    fail(sentence(error));
  } finally {
    button.disabled = false;
  }
}
