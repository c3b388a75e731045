// All bookmarks, newest first.

import type { Bookmark } from "../api.js";
import { fill, h } from "../dom/h.js";
import { clock, fullDay } from "../model/format.js";
import { printRoute } from "../model/route.js";
import { sentence } from "../net/failure.js";
import { bookmarks } from "../net/library-routes.js";
import { bookmarksChanged } from "../state/bookmarks.js";
import { route } from "../state/navigation.js";
import { artwork } from "./art.js";
import { bookmarkMenuButton, playBookmark } from "./bookmarks.js";
import { paneFrame } from "./pane-frame.js";
import { emptyState, errorState, skeletonRows } from "./states.js";

export class BookmarksPane {
  readonly element: HTMLElement;
  private readonly place = h("div", {});
  private readonly rows = h("ul", { class: "bookmark-rows" });
  private readonly more = h("button", { class: "button more-button", type: "button" }, "More bookmarks");
  private next: string | undefined;
  private turn = 0;

  constructor() {
    const frame = paneFrame("bookmarks-pane", "Bookmarks");
    this.element = frame.element;
    frame.body.append(this.place);
    this.more.addEventListener("click", () => void this.load(this.next));
    route.follow((now) => {
      if (now.name === "bookmarks") void this.load();
    });
    bookmarksChanged.onChange(() => {
      if (!this.element.hidden) void this.load();
    });
  }

  private async load(after?: string): Promise<void> {
    const turn = (this.turn += 1);
    if (this.place.childElementCount === 0) fill(this.place, skeletonRows(5, "feeds"));
    try {
      const page = await bookmarks(after);
      if (turn !== this.turn) return;
      this.next = page.next;
      this.more.hidden = page.next === undefined;
      if (after === undefined) fill(this.rows);
      this.rows.append(...page.bookmarks.map((bookmark) => this.row(bookmark)));
      if (this.rows.childElementCount === 0) fill(this.place, empty());
      else fill(this.place, this.rows, this.more);
    } catch (error) {
      if (turn === this.turn) fill(this.place, errorState(sentence(error), () => void this.load(after)));
    }
  }

  private row(bookmark: Bookmark): HTMLElement {
    const title = bookmark.title === "" ? bookmark.entryTitle : bookmark.title;
    return h(
      "li",
      { class: "bookmark-row" },
      h(
        "a",
        {
          class: "row-link",
          href: printRoute({ name: "entry", entry: bookmark.entry }),
          on: { click: () => playBookmark(bookmark) },
        },
        artwork(bookmark.art, 56),
        h(
          "span",
          { class: "row-text" },
          h("span", { class: "row-feed" }, `${bookmark.feedTitle} · ${fullDay(bookmark.created)}`),
          h("span", { class: "row-title" }, title),
          h(
            "span",
            { class: "row-foot" },
            h("span", { class: "stamp" }, clock(bookmark.seconds)),
            bookmark.title === "" ? null : h("span", {}, bookmark.entryTitle),
          ),
          bookmark.note === undefined ? null : h("span", { class: "row-snippet" }, bookmark.note),
        ),
      ),
      bookmarkMenuButton(bookmark),
    );
  }
}

function empty(): HTMLElement {
  return emptyState(
    "bookmark",
    "No bookmarks",
    "Press b while an episode plays, or the bookmark in the player, to find that place again.",
  );
}
