// Bookmarks: making one where the sound is, going to one, changing and removing it.

import type { Bookmark } from "../api.js";
import { iconButton } from "../dom/buttons.js";
import { copyText } from "../dom/copy.js";
import { openDialog } from "../dom/dialog.js";
import { h } from "../dom/h.js";
import { openMenu } from "../dom/popover.js";
import { toast } from "../dom/toast.js";
import { chapterAt } from "../model/chapters.js";
import { clock } from "../model/format.js";
import { sharedAddress } from "../model/route.js";
import { sentence } from "../net/failure.js";
import * as routes from "../net/routes.js";
import { player, playEntry } from "../player/index.js";
import { entries } from "../state/app.js";
import { addBookmark, changeBookmark, removeBookmark } from "../state/bookmarks.js";

/** Marks where the player is; the chapter gives the name. */
export async function bookmarkHere(): Promise<void> {
  const entry = player.entry.value;
  if (entry === null) return;
  const seconds = player.position.value;
  const chapters = player.chapters.value;
  const title = chapters[chapterAt(chapters, seconds)]?.title ?? "";
  try {
    const made = await addBookmark(entry.id, seconds, title);
    toast(`Bookmark at ${clock(seconds)}.`, "plain", { label: "Name it", run: () => openBookmark(made) });
  } catch (error) {
    toast(sentence(error), "error");
  }
}

/** Plays from a bookmark. */
export function playBookmark(bookmark: Bookmark): void {
  const known = entries.get(bookmark.entry);
  if (known !== undefined) {
    playEntry(known, bookmark.seconds);
    return;
  }
  routes.entry(bookmark.entry)
    .then((entry) => {
      entries.put([entry]);
      playEntry(entry, bookmark.seconds);
    })
    .catch((error: unknown) => toast(sentence(error), "error"));
}

export function bookmarkMenuButton(bookmark: Bookmark): HTMLElement {
  const name = bookmark.title === "" ? clock(bookmark.seconds) : bookmark.title;
  const button = iconButton("more", `More about the bookmark ${name}`, () =>
    openMenu(button, name, [
      { icon: "pencil", label: "Name and note", run: () => openBookmark(bookmark) },
      {
        icon: "link",
        label: "Copy link",
        run: () => void copyText(sharedAddress(location.origin, bookmark.entry, bookmark.seconds), "Link copied."),
      },
      "line",
      {
        icon: "trash",
        label: "Remove",
        danger: true,
        run: () => void removeBookmark(bookmark.id).catch((error: unknown) => toast(sentence(error), "error")),
      },
    ]));
  button.setAttribute("aria-haspopup", "menu");
  return button;
}

function openBookmark(bookmark: Bookmark): void {
  const title = h(
    "input",
    { id: "bookmark-title", type: "text", maxlength: 500, autocomplete: "off", value: bookmark.title },
  );
  const note = h("textarea", { id: "bookmark-note", rows: 4, maxlength: 10_000 }, bookmark.note ?? "");
  const error = h("p", { class: "form-error", role: "alert" });
  const save = h("button", { class: "button primary", type: "submit" }, "Save");
  const form = h(
    "form",
    { class: "form" },
    h("p", { class: "hint" }, `${bookmark.entryTitle} at ${clock(bookmark.seconds)}`),
    h("label", { for: "bookmark-title" }, "Name"),
    title,
    h("label", { for: "bookmark-note" }, "Note"),
    note,
    error,
    h("div", { class: "dialog-buttons" }, save),
  );
  const dialog = openDialog("Bookmark", [form], { kind: "small" });
  title.focus();
  title.select();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    save.disabled = true;
    changeBookmark(bookmark.id, { title: title.value.trim(), note: note.value.trim() })
      .then(dialog.close)
      .catch((failure: unknown) => {
        error.textContent = sentence(failure);
        save.disabled = false;
      });
  });
}
