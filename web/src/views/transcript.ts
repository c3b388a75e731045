// A transcript: follows the sound, goes where a line is clicked, is searched, and copied with its times.

import type { Cue, EntrySummary, TranscriptLink, TranscriptText } from "../api.js";
import { iconButton } from "../dom/buttons.js";
import { copyText } from "../dom/copy.js";
import { fill, h, setText } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { clock } from "../model/format.js";
import { sharedAddress } from "../model/route.js";
import { asText, cueAt, matchingCues } from "../model/transcript.js";
import { transcript } from "../net/show-routes.js";
import { player } from "../player/index.js";
import { changeSettings, settings } from "../state/settings.js";
import { loaded } from "./loaded.js";
import { emptyState } from "./states.js";

/** The transcripts of an entry; with several a choice of language. */
export function transcriptView(
  entry: EntrySummary,
  links: readonly TranscriptLink[],
  seek: (seconds: number) => void,
): HTMLElement {
  const place = h("div", { class: "transcript-place" });
  const open = (link: TranscriptLink): void => {
    fill(place, loaded(() => transcript(link.url), (text) => [new TranscriptList(entry, text, seek).element], 6).element);
  };
  const first = links[0];
  if (first === undefined) return place;
  open(first);
  if (links.length === 1) return h("div", { class: "transcript" }, place);
  const select = h(
    "select",
    { class: "small-select", "aria-label": "Transcript" },
    ...links.map((link, index) => h("option", { value: index }, nameOf(link, index))),
  );
  select.addEventListener("change", () => {
    const chosen = links[Number(select.value)];
    if (chosen !== undefined) open(chosen);
  });
  return h("div", { class: "transcript" }, select, place);
}

function nameOf(link: TranscriptLink, index: number): string {
  const language = link.language === undefined ? undefined : languageName(link.language);
  const kind = link.captions ? "captions" : (link.type ?? "").split("/").pop()?.replace("x-subrip", "srt") ?? "";
  return [language ?? `Transcript ${index + 1}`, kind].filter((part) => part !== "").join(", ");
}

function languageName(tag: string): string | undefined {
  try {
    return new Intl.DisplayNames(["en"], { type: "language" }).of(tag);
  } catch {
    return tag;
  }
}

class TranscriptList {
  readonly element: HTMLElement;
  private readonly lines: HTMLElement[];
  private readonly list: HTMLElement;
  private readonly follow = iconButton("follow", "Follow the sound", () => this.setFollowing(!this.isFollowing));
  private readonly found = h("span", { class: "found", role: "status" });
  private isFollowing = settings().follow;
  private current = -1;
  private matches: number[] = [];
  private match = -1;
  private wasHere = false;

  constructor(
    private readonly entry: EntrySummary,
    private readonly text: TranscriptText,
    private readonly seek: (seconds: number) => void,
  ) {
    this.lines = text.cues.map((cue) => this.line(cue));
    this.list = h("ol", { class: text.timed ? "cues timed" : "cues" }, ...this.lines);
    if (text.cues.length === 0) {
      this.element = emptyState("quote", "An empty transcript", "The publisher’s file has no words in it.");
      return;
    }
    this.element = h(
      "div",
      { class: "transcript-list" },
      this.tools(),
      text.trouble === undefined ? null : h("p", { class: "hint" }, text.trouble),
      this.list,
    );
    this.setFollowing(this.isFollowing, false);
    if (!text.timed) return;
    const stop = player.position.onChange(() => {
      if (this.wasHere && !this.element.isConnected) stop();
      else this.show();
    });
    requestAnimationFrame(() => this.show());
    for (const kind of ["wheel", "touchmove"]) {
      // Who scrolls reads elsewhere: following would pull the page away.
      this.list.addEventListener(kind, () => this.setFollowing(false, false), { passive: true });
    }
  }

  private tools(): HTMLElement {
    const field = h("input", {
      type: "search",
      class: "search",
      placeholder: "Find in the transcript",
      "aria-label": "Find in the transcript",
      autocomplete: "off",
    });
    field.addEventListener("input", () => this.find(field.value));
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.step(event.shiftKey ? -1 : 1);
    });
    const copy = iconButton("copy", "Copy with times", () => void this.copy());
    return h(
      "div",
      { class: "transcript-tools" },
      h("div", { class: "search-box" }, icon("search"), field),
      this.found,
      this.text.timed ? this.follow : null,
      copy,
    );
  }

  private line(cue: Cue): HTMLElement {
    const { start } = cue;
    const speaker = cue.speaker === undefined ? null : h("span", { class: "speaker" }, cue.speaker);
    if (start === undefined) return h("li", { class: "cue" }, speaker, h("span", { class: "cue-text" }, cue.text));
    const button = h(
      "button",
      { class: "cue-button", type: "button" },
      h("span", { class: "cue-time" }, clock(start)),
      h("span", { class: "cue-text" }, cue.text),
    );
    button.addEventListener("click", () => {
      // Marking words with the pointer is no click on them.
      if ((getSelection()?.toString() ?? "") !== "") return;
      this.setFollowing(true, false);
      this.seek(start);
    });
    const link = iconButton("link", `Copy this line with its time, ${clock(start)}`, () => {
      const address = sharedAddress(location.origin, this.entry.id, start);
      void copyText(`“${cue.text}” (${this.entry.title}, ${clock(start)}) ${address}`, "Line copied with its time.");
    });
    return h("li", { class: "cue" }, speaker, button, link);
  }

  private show(): void {
    this.wasHere = this.wasHere || this.element.isConnected;
    const now = player.holds(this.entry.id) ? cueAt(this.text.cues, player.position.value) : -1;
    if (now === this.current) return;
    this.lines[this.current]?.classList.remove("current");
    this.lines[this.current]?.querySelector("button")?.removeAttribute("aria-current");
    this.current = now;
    const line = this.lines[now];
    line?.classList.add("current");
    line?.querySelector("button")?.setAttribute("aria-current", "true");
    if (this.isFollowing) this.reveal(line);
  }

  private reveal(line: HTMLElement | undefined): void {
    if (line === undefined || document.visibilityState !== "visible") return;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    line.scrollIntoView({ block: "center", behavior: calm ? "auto" : "smooth" });
  }

  private setFollowing(isOn: boolean, isKept = true): void {
    this.isFollowing = isOn;
    this.follow.setAttribute("aria-pressed", String(isOn));
    this.follow.classList.toggle("on", isOn);
    if (isKept) changeSettings({ follow: isOn });
    if (isOn) this.reveal(this.lines[this.current]);
  }

  private find(words: string): void {
    for (const index of this.matches) this.lines[index]?.classList.remove("match", "at");
    this.matches = matchingCues(this.text.cues, words);
    for (const index of this.matches) this.lines[index]?.classList.add("match");
    this.match = -1;
    if (this.matches.length > 0) this.step(1);
    else setText(this.found, words.trim() === "" ? "" : "Not found");
  }

  private step(by: 1 | -1): void {
    const many = this.matches.length;
    if (many === 0) return;
    this.setFollowing(false, false);
    this.lines[this.matches[this.match] ?? -1]?.classList.remove("at");
    this.match = (this.match + by + many) % many;
    const line = this.lines[this.matches[this.match] ?? -1];
    line?.classList.add("at");
    this.reveal(line);
    setText(this.found, `${this.match + 1} of ${many}`);
  }

  /** What is marked in the list, else all of it. */
  private async copy(): Promise<void> {
    const selection = getSelection();
    const marked = selection === null || selection.isCollapsed ? [] : this.text.cues.filter((_, index) => {
      const line = this.lines[index];
      return line !== undefined && selection.containsNode(line, true);
    });
    const cues = marked.length === 0 ? this.text.cues : marked;
    await copyText(asText(cues, clock), marked.length === 0 ? "Transcript copied." : "Selection copied with times.");
  }
}
