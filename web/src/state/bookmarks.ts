// Places in episodes that the user marked. They are fetched where they are shown; this tells when to fetch again.

import type { Bookmark } from "../api.js";
import * as routes from "../net/library-routes.js";
import { Signal } from "./signal.js";

/** Counts what changed, here or on another device. */
export const bookmarksChanged = new Signal(0);

export function tellBookmarksChanged(): void {
  bookmarksChanged.set(bookmarksChanged.value + 1);
}

export async function addBookmark(entry: string, seconds: number, title: string): Promise<Bookmark> {
  const made = await routes.addBookmark(entry, Math.round(seconds * 10) / 10, title);
  tellBookmarksChanged();
  return made;
}

export async function changeBookmark(id: string, change: { title: string; note: string }): Promise<void> {
  await routes.changeBookmark(id, change);
  tellBookmarksChanged();
}

export async function removeBookmark(id: string): Promise<void> {
  await routes.removeBookmark(id);
  tellBookmarksChanged();
}
