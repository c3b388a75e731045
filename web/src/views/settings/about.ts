// What this is.

import { group } from "../../dom/fields.js";
import { h } from "../../dom/h.js";
import { me } from "../../state/app.js";
import { openHelp } from "../help.js";
import { mark } from "../mark.js";

export function aboutSection(): HTMLElement {
  return h(
    "div",
    {},
    h(
      "div",
      { class: "about" },
      mark(),
      h("div", {}, h("p", { class: "about-name" }, "Tonearm"), h("p", { class: "hint" }, `Version ${me.value?.version ?? ""}`)),
    ),
    group(
      "Keyboard",
      h("p", { class: "group-text" }, "Everything here works without a mouse."),
      h(
        "div",
        { class: "group-actions" },
        h("button", { class: "button", type: "button", on: { click: openHelp } }, "Keyboard shortcuts"),
      ),
    ),
    group(
      "Yours",
      h(
        "p",
        { class: "group-text" },
        "Your podcasts, what you heard and where you stopped stay on this server. Pictures and sound come through it, so "
          + "publishers do not see your devices. Free software: GPL-3.0-or-later.",
      ),
    ),
  );
}
