// The settings: a list of sections and the open one beside it; on a phone one at a time.

import { iconButton } from "../../dom/buttons.js";
import { fill, h, setText } from "../../dom/h.js";
import type { IconName } from "../../dom/icons.js";
import { icon } from "../../dom/icons.js";
import { printRoute } from "../../model/route.js";
import { me } from "../../state/app.js";
import { back, route } from "../../state/navigation.js";
import { isPhone } from "../widths.js";
import { aboutSection } from "./about.js";
import { accountSection } from "./account.js";
import { appearanceSection } from "./appearance.js";
import { dataSection } from "./data.js";
import { directoriesSection } from "./directories.js";
import { healthSection } from "./health.js";
import { playbackSection } from "./playback.js";
import { sessionsSection } from "./sessions.js";
import { statisticsSection } from "./statistics.js";
import { tokensSection } from "./tokens.js";
import { usersSection } from "./users.js";

interface Section {
  id: string;
  title: string;
  icon: IconName;
  /** Only for administrators. */
  administration?: boolean;
  make: () => HTMLElement;
}

const sections: readonly Section[] = [
  { id: "playback", title: "Playing", icon: "play", make: playbackSection },
  { id: "appearance", title: "Appearance", icon: "contrast", make: appearanceSection },
  { id: "statistics", title: "Statistics", icon: "bars", make: statisticsSection },
  { id: "health", title: "Feed health", icon: "pulse", make: healthSection },
  { id: "data", title: "Import and export", icon: "upload", make: dataSection },
  { id: "account", title: "Password", icon: "lock", make: accountSection },
  { id: "devices", title: "Devices", icon: "device", make: sessionsSection },
  { id: "tokens", title: "Apps and tokens", icon: "key", make: tokensSection },
  { id: "users", title: "Users", icon: "people", administration: true, make: usersSection },
  { id: "directories", title: "Directories", icon: "search", administration: true, make: directoriesSection },
  { id: "about", title: "About", icon: "help", make: aboutSection },
];

export function settingsPane(): HTMLElement {
  const title = h("h2", { class: "pane-title", tabindex: -1 });
  const close = iconButton("left", "Back", () => {
    const inside = route.value.name === "settings" && route.value.section !== undefined;
    back(inside && isPhone() ? { name: "settings" } : { name: "home" });
  });
  close.classList.add("settings-back");
  const links = h("ul", { class: "settings-links" });
  const content = h("div", { class: "settings-content" });
  const pane = h(
    "section",
    { class: "pane settings-pane", "aria-label": "Settings" },
    h("header", { class: "pane-head" }, close, title),
    h("div", { class: "settings-body" }, h("nav", { "aria-label": "Settings" }, links), content),
  );
  let shown = "";
  const show = (): void => {
    if (route.value.name !== "settings") {
      shown = "";
      return;
    }
    const wanted = route.value.section;
    const offered = sections.filter((section) => section.administration !== true || me.value?.administrator === true);
    const open = offered.find((section) => section.id === wanted) ?? offered[0];
    pane.classList.toggle("section-open", wanted !== undefined);
    setText(title, isPhone() && wanted !== undefined && open !== undefined ? open.title : "Settings");
    const key = `${open?.id} ${wanted} ${offered.length}`;
    if (key === shown || open === undefined) return;
    shown = key;
    fill(links, ...offered.map((section) => linkTo(section, section === open)));
    fill(content, h("div", { class: "settings-section" }, h("h2", { class: "section-title" }, open.title), open.make()));
    content.scrollTop = 0;
  };
  route.follow(show);
  me.onChange(show);
  window.addEventListener("resize", show);
  return pane;
}

function linkTo(section: Section, isOpen: boolean): HTMLElement {
  return h(
    "li",
    {},
    h(
      "a",
      {
        class: "settings-link",
        href: printRoute({ name: "settings", section: section.id }),
        "aria-current": isOpen ? "page" : null,
      },
      icon(section.icon),
      h("span", {}, section.title),
    ),
  );
}
