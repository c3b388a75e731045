// Short messages that come and go, read out by screen readers; one may offer to take back what was done.

import { h } from "./h.js";

export const toasts = h("div", { class: "toasts", role: "status", "aria-live": "polite" });

export interface ToastAction {
  label: string;
  run: () => void;
}

export function toast(message: string, kind: "plain" | "error" = "plain", action?: ToastAction): void {
  const box = h("div", { class: `toast ${kind}` }, h("span", {}, message));
  if (kind === "error") box.setAttribute("role", "alert");
  if (action !== undefined) {
    box.append(
      h(
        "button",
        {
          class: "toast-action",
          type: "button",
          on: {
            click: () => {
              box.remove();
              action.run();
            },
          },
        },
        action.label,
      ),
    );
  }
  toasts.append(box);
  while (toasts.childElementCount > 3) toasts.firstElementChild?.remove();
  leave(box, action !== undefined ? 10_000 : kind === "error" ? 9_000 : 4_500);
}

/** A message goes after its time, but never under the pointer or the focus. */
function leave(box: HTMLElement, time: number): void {
  setTimeout(() => {
    if (box.matches(":hover, :focus-within")) leave(box, 1_500);
    else box.remove();
  }, time);
}
