// One episode in the list.

import type { EntrySummary } from "../api.js";
import { allFeeds } from "../api.js";
import { iconButton, setIconButton } from "../dom/buttons.js";
import { h, setText } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { day, length } from "../model/format.js";
import { progress } from "../model/resume.js";
import { printRoute } from "../model/route.js";
import { player, toggleEntry } from "../player/index.js";
import { entries } from "../state/app.js";
import { artwork, showArt } from "./art.js";
import { openEntryMenu } from "./entry-menu.js";

const artSize = 56;

export interface EntryRow extends HTMLLIElement {
  parts?: {
    link: HTMLAnchorElement;
    text: HTMLElement;
    feed: HTMLElement;
    title: HTMLElement;
    facts: HTMLElement;
    bar: HTMLElement;
    play: HTMLButtonElement;
    star: HTMLElement;
    queued: HTMLElement;
    kept: HTMLElement;
    more: HTMLButtonElement;
  };
}

export function makeEntryRow(id: string): EntryRow {
  const feed = h("span", { class: "row-feed" });
  const title = h("span", { class: "row-title" });
  const facts = h("span", { class: "row-facts" });
  const bar = h("span", { class: "row-bar" }, h("span", { class: "row-bar-fill" }));
  const star = h("span", { class: "row-star", role: "img", "aria-label": "Starred" }, icon("starred"));
  const queued = h("span", { class: "row-mark", role: "img", "aria-label": "In the queue" }, icon("queue"));
  const kept = h("span", { class: "row-mark", role: "img", "aria-label": "On the server" }, icon("server"));
  const text = h("span", { class: "row-text" }, feed, title, h("span", { class: "row-foot" }, bar, facts, queued, kept, star));
  const link = h(
    "a",
    { class: "row-link", href: printRoute({ name: "entry", entry: id }), tabindex: -1 },
    h("span", { class: "row-art" }),
    text,
  );
  const play = h("button", { class: "icon-button row-play", type: "button", tabindex: -1 });
  play.addEventListener("click", () => {
    const entry = entries.get(id);
    if (entry !== undefined) toggleEntry(entry);
  });
  const more = iconButton("more", "More", () => openEntryMenu(more, id, "row"));
  more.classList.add("row-more");
  more.tabIndex = -1;
  more.setAttribute("aria-haspopup", "menu");
  const row: EntryRow = h("li", { class: "entry-row" }, link, h("span", { class: "row-side" }, play, more));
  row.dataset["id"] = id;
  row.parts = { link, text, feed, title, facts, bar, play, star, queued, kept, more };
  row.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    openEntryMenu(more, id, "row");
  });
  return row;
}

/** Shows an entry in its row; `inFeed` is the list it stands in. */
export function updateEntryRow(row: EntryRow, entry: EntrySummary, inFeed: string, isOpen: boolean): void {
  const parts = row.parts;
  if (parts === undefined) return;
  const isPlaying = player.holds(entry.id);
  row.classList.toggle("read", entry.read);
  row.classList.toggle("open", isOpen);
  row.classList.toggle("playing", isPlaying);
  if (isOpen) parts.link.setAttribute("aria-current", "true");
  else parts.link.removeAttribute("aria-current");
  const date = day(entry.published, new Date());
  setText(
    parts.feed,
    [inFeed === allFeeds ? entry.feedTitle : date, inFeed === allFeeds ? date : numbering(entry)]
      .filter((part) => part !== "")
      .join(" · "),
  );
  setText(parts.title, entry.title);
  setText(parts.facts, facts(entry));
  parts.star.hidden = !entry.starred;
  parts.queued.hidden = entry.queued !== true;
  parts.kept.hidden = entry.download !== "kept";
  parts.more.setAttribute("aria-label", `More about ${entry.title}`);
  const part = entry.read ? null : progress(isPlaying ? player.position.value : entry.position, entry.duration);
  parts.bar.hidden = part === null;
  parts.bar.style.setProperty("--part", String(part ?? 0));
  showArtOf(row, entry);
  const isActive = isPlaying && player.isActive;
  parts.play.hidden = entry.media === undefined;
  setIconButton(parts.play, isActive ? "pause" : "play", `${isActive ? "Pause" : "Play"} ${entry.title}`);
}

function showArtOf(row: EntryRow, entry: EntrySummary): void {
  const place = row.querySelector(".row-art");
  const image = place?.querySelector("img");
  if (image) showArt(image, entry.art, artSize);
  else place?.append(artwork(entry.art, artSize));
}

/** `S2 E5`, `Trailer`; empty when the feed numbers nothing. */
export function numbering(entry: EntrySummary): string {
  if (entry.kind === "trailer") return "Trailer";
  if (entry.kind === "bonus") return "Bonus";
  const season = entry.season === undefined ? "" : `S${entry.season}`;
  const episode = entry.episode === undefined ? "" : `E${entry.episode}`;
  return `${season} ${episode}`.trim();
}

function facts(entry: EntrySummary): string {
  if (entry.media === undefined) return entry.read ? "Article · read" : "Article";
  const duration = entry.duration;
  const position = player.holds(entry.id) ? player.position.value : entry.position ?? 0;
  if (entry.read) return duration === undefined ? "Heard" : `${length(duration)} · heard`;
  if (duration === undefined && position >= 1) return "Started";
  if (duration === undefined) return entry.media.type.startsWith("video/") ? "Video" : "Audio";
  return position >= 1 ? `${length(Math.max(1, duration - position))} left` : length(duration);
}
