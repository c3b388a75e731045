// Modal dialogs, on the browser's own `dialog` element: it keeps the focus inside and gives it back.

import { iconButton } from "./buttons.js";
import { h } from "./h.js";
import type { Child } from "./h.js";

export interface Dialog {
  element: HTMLDialogElement;
  close: () => void;
}

let made = 0;

/** Opens a dialog with a title and a close button. */
export function openDialog(
  title: string,
  content: Child[],
  options: { kind?: string; onClose?: () => void } = {},
): Dialog {
  const id = `dialog-${(made += 1)}`;
  const element: HTMLDialogElement = h(
    "dialog",
    { class: `dialog ${options.kind ?? ""}`, "aria-labelledby": id },
    h(
      "div",
      { class: "dialog-body" },
      h(
        "header",
        { class: "dialog-head" },
        h("h2", { id }, title),
        iconButton("close", "Close", () => element.close()),
      ),
      ...content,
    ),
  );
  element.addEventListener("close", () => {
    element.remove();
    options.onClose?.();
  });
  element.addEventListener("mousedown", (event) => {
    if (event.target === element) element.close();
  });
  document.body.append(element);
  element.showModal();
  return { element, close: () => element.close() };
}

/** Asks; answers whether the person agreed. */
export function confirmed(
  title: string,
  text: string,
  agree: string,
  kind: "plain" | "danger" = "plain",
): Promise<boolean> {
  return new Promise((answer) => {
    let agreed = false;
    const yes = h("button", { class: `button ${kind === "danger" ? "danger" : "primary"}`, type: "button" }, agree);
    const no = h("button", { class: "button", type: "button" }, "Cancel");
    const dialog = openDialog(
      title,
      [h("p", {}, text), h("div", { class: "dialog-buttons" }, no, yes)],
      { kind: "small", onClose: () => answer(agreed) },
    );
    no.addEventListener("click", dialog.close);
    yes.addEventListener("click", () => {
      agreed = true;
      dialog.close();
    });
    yes.focus();
  });
}
