// Light, dark, or as the system wants: a choice of this browser.

import { changeSettings, settings } from "./settings.js";

export type Theme = "system" | "light" | "dark";

export function theme(): Theme {
  const { theme } = settings();
  return theme === "light" || theme === "dark" ? theme : "system";
}

export function chooseTheme(chosen: Theme): void {
  changeSettings({ theme: chosen });
  applyTheme();
}

/** Puts the choice on the page, and the browser's own bars in its colour. */
export function applyTheme(): void {
  const chosen = theme();
  if (chosen === "system") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.dataset["theme"] = chosen;
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    meta.dataset["own"] ??= meta.content;
    const forced = { light: "#f7f7f5", dark: "#111413", system: meta.dataset["own"] ?? meta.content }[chosen];
    meta.content = forced;
  }
}
