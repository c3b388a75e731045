// How the page looks in this browser.

import { group, toggle, row } from "../../dom/fields.js";
import { h } from "../../dom/h.js";
import { changeSettings, settings } from "../../state/settings.js";
import type { Theme } from "../../state/theme.js";
import { chooseTheme, theme } from "../../state/theme.js";
import { isInstallable, offerInstallation } from "../../state/installing.js";

const themes: readonly (readonly [Theme, string])[] = [
  ["system", "As the system"],
  ["light", "Light"],
  ["dark", "Dark"],
];

export function appearanceSection(): HTMLElement {
  const install = h("button", { class: "button", type: "button" }, "Install as an app");
  install.addEventListener("click", () => void offerInstallation());
  const installing = group(
    "As an app",
    h("p", { class: "group-text" }, "Tonearm opens in a window of its own, with its icon among your apps."),
    h("div", { class: "group-actions" }, install),
  );
  isInstallable.follow((can) => {
    installing.hidden = !can;
  });
  return h(
    "div",
    {},
    group(
      "Theme",
      h(
        "div",
        { class: "themes", role: "radiogroup", "aria-label": "Theme" },
        ...themes.map(([value, label]) => themeChoice(value, label)),
      ),
    ),
    group(
      "Lists",
      row(
        "Artwork in lists",
        toggle(settings().artwork, (isOn) => {
          changeSettings({ artwork: isOn });
          document.documentElement.classList.toggle("no-art", !isOn);
        }),
        "Without it more fits on a small screen.",
      ),
    ),
    installing,
    h("p", { class: "quiet note" }, "These hold for this browser only. Motion follows the system’s setting."),
  );
}

function themeChoice(value: Theme, label: string): HTMLElement {
  const input = h("input", { type: "radio", name: "theme", value, checked: value === theme() });
  input.addEventListener("change", () => chooseTheme(value));
  return h(
    "label",
    { class: `theme-choice ${value}` },
    input,
    h("span", { class: "theme-picture", "aria-hidden": "true" }, h("span", {}), h("span", {}), h("span", {})),
    h("span", { class: "theme-name" }, label),
  );
}
