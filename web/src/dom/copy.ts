// Text that is to be taken elsewhere: a link, a secret that is shown once.

import { fill, h } from "./h.js";
import { icon } from "./icons.js";
import { toast } from "./toast.js";

/** Puts text into the clipboard; where the browser does not let, it is shown to be copied by hand. */
export async function copyText(text: string, said: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toast(said);
    return true;
  } catch {
    toast(`Copy this: ${text}`);
    return false;
  }
}

/** A field with the text, selected by a click, and a button that copies it. */
export function copyBox(label: string, text: string): HTMLElement {
  const field = h("input", { type: "text", class: "copy-text", readonly: true, value: text, "aria-label": label });
  field.addEventListener("focus", () => field.select());
  const button = h("button", { class: "button copy-button", type: "button" }, icon("copy"), "Copy");
  button.addEventListener("click", () => {
    field.select();
    void copyText(text, `${label} copied.`).then((isCopied) => {
      if (isCopied) fill(button, icon("check"), "Copied");
    });
  });
  return h("div", { class: "copy-box" }, field, button);
}
