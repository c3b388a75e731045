// What stands above the panes: that the server is away, and that the app around the page speaks another language.

import { iconButton } from "../dom/buttons.js";
import { h, setText } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { ago } from "../model/format.js";
import { keptSince, online } from "../net/client.js";
import { native } from "../player/index.js";
import { loadFeeds } from "../state/app.js";

export function banners(): HTMLElement {
  return h("div", { class: "banners" }, offlineBanner(), appBanner());
}

function offlineBanner(): HTMLElement {
  const text = h("span", {});
  const again = h(
    "button",
    { class: "button small", type: "button", on: { click: () => void loadFeeds() } },
    "Try again",
  );
  const box = h("div", { class: "banner offline", role: "status", hidden: true }, icon("offline"), text, again);
  const show = (): void => {
    box.hidden = online.value;
    if (online.value) {
      setText(text, "");
      return;
    }
    const kept = keptSince.value;
    setText(
      text,
      kept === null
        ? "The server cannot be reached. Changes are kept here and sent later."
        : `Offline: what you see was fetched ${ago(kept, new Date())}. Changes are kept and sent later.`,
    );
  };
  online.follow(show);
  keptSince.onChange(show);
  return box;
}

function appBanner(): HTMLElement | null {
  if (native === null || !("problem" in native)) return null;
  const box = h("div", { class: "banner app", role: "alert" }, icon("warning"), h("span", {}, native.problem));
  box.append(iconButton("close", "Dismiss", () => box.remove()));
  return box;
}
