// The bar at the bottom: what plays, on every pane. On a phone it is small and opens the full view.

import { iconButton } from "../dom/buttons.js";
import { h, setText } from "../dom/h.js";
import { chapterAt } from "../model/chapters.js";
import { printRoute } from "../model/route.js";
import { player } from "../player/index.js";
import { playerTrouble } from "../player/trouble.js";
import { back, go } from "../state/navigation.js";
import { artwork, showArt } from "./art.js";
import { isPhone } from "./widths.js";
import { playButton, seekBar, skipButtons, sleepButton, speedButton, volumeControl } from "./player-controls.js";
import { bookmarkButton, chaptersButton, chapterTitle, queueButton } from "./player-places.js";

export function playerBar(): HTMLElement {
  const picture = artwork("/icon.svg", 56);
  const title = h("span", { class: "now-title" });
  const from = h("span", { class: "now-feed" });
  const chapter = chapterTitle();
  const link = h(
    "a",
    { class: "now", href: "#/player" },
    picture,
    h("span", { class: "now-text" }, title, h("span", { class: "now-sub" }, from, chapter)),
  );
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const entry = player.entry.value;
    if (entry === null) return;
    if (isPhone()) go({ name: "player" });
    else go({ name: "entry", entry: entry.id });
  });
  const [backward, forward] = skipButtons();
  const thin = h("div", { class: "thin", "aria-hidden": "true" });
  const trouble = troubleLine();
  const bar = h(
    "section",
    { class: "player", "aria-label": "Player" },
    trouble,
    thin,
    h(
      "div",
      { class: "player-row" },
      link,
      h(
        "div",
        { class: "player-middle" },
        h("div", { class: "player-buttons" }, backward, playButton(), forward),
        seekBar(),
      ),
      h(
        "div",
        { class: "player-end" },
        chaptersButton(),
        bookmarkButton(),
        speedButton(),
        sleepButton(),
        queueButton(),
        volumeControl(),
      ),
    ),
  );
  player.entry.follow((entry) => {
    bar.hidden = entry === null;
    if (entry === null) return;
    setText(title, entry.title);
    setText(from, entry.feedTitle);
    link.setAttribute("aria-label", `Now playing: ${entry.title}, ${entry.feedTitle}`);
    link.href = printRoute({ name: "entry", entry: entry.id });
  });
  followArt(picture, 56);
  player.position.onChange(
    (position) => thin.style.setProperty("--part", String(position / (player.duration.value ?? Infinity))),
  );
  return bar;
}

/** The phone's full view of the player. */
export function playerSheet(): HTMLElement {
  const place = h("div", { class: "sheet-art" });
  const title = h("h2", { class: "sheet-title", tabindex: -1 });
  const from = h("a", { class: "sheet-feed", href: "#/" });
  const [backward, forward] = skipButtons();
  const close = iconButton("down", "Close the player", () => back({ name: "home" }));
  const notes = iconButton("article", "Notes of this episode", () => {
    const entry = player.entry.value;
    if (entry !== null) go({ name: "entry", entry: entry.id }, "replace");
  });
  const picture = artwork("/icon.svg", 320, "giant");
  place.append(picture);
  player.entry.follow((entry) => {
    if (entry === null) return;
    setText(title, entry.title);
    setText(from, entry.feedTitle);
    from.href = printRoute({ name: "feed", feed: entry.feed });
  });
  followArt(picture, 320);
  return h(
    "section",
    { class: "player-sheet", "aria-label": "Now playing" },
    h("header", { class: "pane-head" }, close, h("span", { class: "spread" }), notes),
    place,
    h("div", { class: "sheet-text" }, title, from, chapterTitle()),
    troubleLine(),
    seekBar(),
    h("div", { class: "sheet-buttons" }, backward, playButton(), forward),
    h("div", { class: "sheet-end" }, speedButton(), sleepButton(), bookmarkButton(), chaptersButton(), queueButton()),
  );
}

/** The picture of the chapter that plays, else the episode's. */
function followArt(image: HTMLImageElement, size: number): void {
  const show = (): void => {
    const entry = player.entry.value;
    if (entry === null) return;
    const pictures = player.pictures.value;
    showArt(image, pictures[chapterAt(pictures, player.position.value)]?.art ?? entry.art, size);
  };
  player.position.onChange(show);
  player.pictures.onChange(show);
  player.entry.follow(show);
}

function troubleLine(): HTMLElement {
  const line = h("p", { class: "player-trouble", role: "alert", hidden: true });
  playerTrouble.follow((message) => {
    setText(line, message ?? "");
    line.hidden = message === null;
  });
  return line;
}
