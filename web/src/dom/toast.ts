// Short messages that come and go, read out by screen readers.

import { h } from "./h.js";

export const toasts = h("div", { class: "toasts", role: "status", "aria-live": "polite" });

export function toast(message: string, kind: "plain" | "error" = "plain"): void {
  const box = h("div", { class: `toast ${kind}` }, message);
  if (kind === "error") box.setAttribute("role", "alert");
  toasts.append(box);
  while (toasts.childElementCount > 3) toasts.firstElementChild?.remove();
  setTimeout(() => box.remove(), kind === "error" ? 9000 : 4500);
}
