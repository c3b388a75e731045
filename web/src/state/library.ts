// Folders and saved searches, for the first pane.

import type { Folder, SavedSearch } from "../api.js";
import * as routes from "../net/library-routes.js";
import { Signal } from "./signal.js";

export const folders = new Signal<readonly Folder[]>([]);
export const searches = new Signal<readonly SavedSearch[]>([]);

/** Fetches both; without an answer those that are known stay. */
export async function loadLibrary(): Promise<void> {
  await Promise.all([loadFolders(), loadSearches()]);
}

export async function loadFolders(): Promise<void> {
  try {
    folders.set((await routes.folders()).folders);
  } catch {
    // The subscriptions say their folders' names themselves.
  }
}

export async function loadSearches(): Promise<void> {
  try {
    searches.set((await routes.searches()).searches);
  } catch {
    // They come back with the next look.
  }
}

export function folder(id: string): Folder | undefined {
  return folders.value.find((candidate) => candidate.id === id);
}

export function savedSearch(id: string): SavedSearch | undefined {
  return searches.value.find((candidate) => candidate.id === id);
}
