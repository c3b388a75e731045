// The player's ways to other places: chapters, bookmark, queue, transcript.

import { iconButton } from "../dom/buttons.js";
import { h, setText } from "../dom/h.js";
import { openPanel } from "../dom/popover.js";
import { chapterAt } from "../model/chapters.js";
import { player } from "../player/index.js";
import { go, route } from "../state/navigation.js";
import { queue, queued } from "../state/queue.js";
import { bookmarkHere } from "./bookmarks.js";
import { chapterList } from "./chapters.js";

export function chaptersButton(): HTMLButtonElement {
  const button = iconButton("list", "Chapters", () => openChapters(button));
  button.setAttribute("aria-haspopup", "dialog");
  player.chapters.follow((chapters) => {
    button.hidden = chapters.length === 0;
  });
  return button;
}

function openChapters(anchor: HTMLElement): void {
  const entry = player.entry.value;
  if (entry === null) return;
  openPanel(
    anchor,
    "Chapters",
    "dialog",
    [
      h("div", { class: "panel-head" }, h("span", {}, "Chapters")),
      chapterList(player.chapters.value, entry.id, (seconds) => player.seek(seconds)),
    ],
  );
}

export function bookmarkButton(): HTMLButtonElement {
  return iconButton("bookmark", "Bookmark this place", () => void bookmarkHere());
}

/** Opens what is up next; shows how many there are. */
export function queueButton(): HTMLButtonElement {
  const many = h("span", { class: "queue-count", "aria-hidden": "true" });
  const button = iconButton("queue", "Up next", () => {
    if (route.value.name === "queue") history.back();
    else go({ name: "queue" }, route.value.name === "player" ? "replace" : "push");
  });
  button.classList.add("queue-open");
  button.append(many);
  queue.follow(() => {
    const count = queued().length;
    setText(many, count === 0 ? "" : count > 99 ? "99+" : String(count));
    button.setAttribute("aria-label", count === 0 ? "Up next" : `Up next, ${count}`);
  });
  return button;
}

/** The title of the chapter that plays; empty without chapters. */
export function chapterTitle(): HTMLElement {
  const text = h("span", { class: "now-chapter" });
  const show = (): void => {
    const chapters = player.chapters.value;
    setText(text, chapters[chapterAt(chapters, player.position.value)]?.title ?? "");
    text.hidden = text.textContent === "";
  };
  player.position.onChange(show);
  player.chapters.follow(show);
  return text;
}
