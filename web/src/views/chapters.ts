// The chapters of an episode as a list that seeks, shows which one is playing, and lets chapters be left out.

import type { Chapter } from "../api.js";
import { setIconButton, iconButton } from "../dom/buttons.js";
import { h } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { toast } from "../dom/toast.js";
import { chapterAt } from "../model/chapters.js";
import { clock } from "../model/format.js";
import { sentence } from "../net/failure.js";
import { skipChapters } from "../net/library-routes.js";
import { player, skipper } from "../player/index.js";
import type { Stop } from "../state/signal.js";
import { artwork } from "./art.js";

/** Which chapters of an entry are left out: in the player it is the player's own list. */
export interface LeftOut {
  starts: readonly number[];
}

export function chapterList(
  chapters: readonly Chapter[],
  entry: string,
  seek: (seconds: number) => void,
  left: LeftOut = { starts: [] },
): HTMLElement {
  const hasArt = chapters.some((chapter) => chapter.art !== undefined);
  const rows = chapters.map((chapter) => chapterRow(chapter, hasArt, seek, () => change(chapter)));
  const element = h("ol", { class: "chapters" }, ...rows);
  const stops: Stop[] = [];
  let current = -2;
  let wasHere = false;
  const starts = (): readonly number[] => (player.holds(entry) ? skipper.skipped.value : left.starts);
  const showLeftOut = (): void => {
    for (const [index, row] of rows.entries()) {
      const chapter = chapters[index];
      if (chapter !== undefined) showRow(row, chapter, starts().includes(chapter.start));
    }
  };
  const change = (chapter: Chapter): void => {
    const before = starts();
    const isOut = before.includes(chapter.start);
    const next = isOut
      ? before.filter((start) => start !== chapter.start)
      : [...before, chapter.start].sort((a, b) => a - b);
    const put = (list: readonly number[]): void => {
      left.starts = list;
      if (player.holds(entry)) skipper.skipped.set(list);
      showLeftOut();
    };
    put(next);
    skipChapters(entry, next).catch((error: unknown) => {
      put(before);
      toast(sentence(error), "error");
    });
  };
  const show = (): void => {
    if (wasHere && !element.isConnected) {
      for (const stop of stops) stop();
      return;
    }
    wasHere = wasHere || element.isConnected;
    const now = player.holds(entry) ? chapterAt(chapters, player.position.value) : -1;
    if (now === current) return;
    rows[current]?.classList.remove("current");
    rows[current]?.querySelector("button")?.removeAttribute("aria-current");
    rows[now]?.classList.add("current");
    rows[now]?.querySelector("button")?.setAttribute("aria-current", "true");
    current = now;
  };
  stops.push(player.position.onChange(show), skipper.skipped.onChange(showLeftOut));
  showLeftOut();
  show();
  return element;
}

function chapterRow(
  chapter: Chapter,
  hasArt: boolean,
  seek: (seconds: number) => void,
  change: () => void,
): HTMLElement {
  const { link, art } = chapter;
  const picture = art === undefined ? h("span", { class: "art none" }) : artwork(art, 40);
  const isWeb = link !== undefined && /^https?:/i.test(link);
  const choose = iconButton("skip", "Skip", change);
  choose.classList.add("leave-out");
  return h(
    "li",
    { class: "chapter" },
    h(
      "button",
      { class: "chapter-button", type: "button", on: { click: () => seek(chapter.start) } },
      hasArt ? picture : null,
      h("span", { class: "chapter-time" }, clock(chapter.start)),
      h(
        "span",
        { class: "chapter-words" },
        h("span", { class: "chapter-title" }, chapter.title),
        chapter.location === undefined ? null : h("span", { class: "chapter-place" }, icon("pin"), chapter.location.name),
      ),
    ),
    isWeb ? h(
      "a",
      {
        class: "icon-button",
        href: link,
        target: "_blank",
        rel: "noopener noreferrer",
        "aria-label": `Web page of ${chapter.title}`,
        title: "Web page",
      },
      icon("out"),
    ) : null,
    choose,
  );
}

function showRow(row: HTMLElement, chapter: Chapter, isOut: boolean): void {
  row.classList.toggle("left-out", isOut);
  const button = row.querySelector<HTMLButtonElement>(".leave-out");
  if (button === null) return;
  setIconButton(button, isOut ? "undo" : "skip", isOut ? `Play ${chapter.title} again` : `Skip ${chapter.title}`);
}
