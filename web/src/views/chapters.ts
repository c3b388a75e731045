// The chapters of an episode as a list that seeks and shows which one is playing.

import type { Chapter } from "../api.js";
import { h } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { chapterAt } from "../model/chapters.js";
import { clock } from "../model/format.js";
import { player } from "../player/index.js";
import type { Stop } from "../state/signal.js";

export function chapterList(chapters: readonly Chapter[], entry: string, seek: (seconds: number) => void): HTMLElement {
  const rows = chapters.map((chapter) => {
    const link = chapter.link;
    return h(
      "li",
      { class: "chapter" },
      h(
        "button",
        { class: "chapter-button", type: "button", on: { click: () => seek(chapter.start) } },
        h("span", { class: "chapter-time" }, clock(chapter.start)),
        h("span", { class: "chapter-title" }, chapter.title),
      ),
      link !== undefined && /^https?:/i.test(link) ? h(
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
    );
  });
  const element = h("ol", { class: "chapters" }, ...rows);
  let current = -2;
  let wasHere = false;
  const stop: Stop = player.position.onChange(() => show());
  const show = (): void => {
    if (wasHere && !element.isConnected) {
      stop();
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
  show();
  return element;
}
