// The server's routes for the library, one function each.

import type {
  Bookmark,
  BookmarkPage,
  Directory,
  DirectoryAnswer,
  DirectoryList,
  DownloadList,
  EntryCriteria,
  EntryPage,
  Folder,
  FolderList,
  ImportReport,
  MarkedRead,
  MarkRead,
  NextEntry,
  PlayQueue,
  QueuePlace,
  SavedSearch,
  SavedSearchList,
  SearchAnswer,
  SkippedChapters,
  Statistics,
  UnreadCount,
  UserSettings,
} from "../api.js";
import type { Options } from "./client.js";
import { request, send } from "./client.js";

const at = encodeURIComponent;
const patient = { timeout: 180_000 };

/** `?a=1&b=2` of what is given. */
function query(values: Record<string, string | number | undefined>): string {
  const given = Object.entries(values).filter((pair): pair is [string, string | number] => pair[1] !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

export const userSettings = () => request<UserSettings>("GET", "/api/settings");
export const changeUserSettings = (change: Partial<UserSettings>) => request<UserSettings>(
  "PUT",
  "/api/settings",
  change,
);

export const folders = () => request<FolderList>("GET", "/api/folders");
export const addFolder = (name: string) => request<Folder>("POST", "/api/folders", { name });
export const orderFolders = (ids: readonly string[]) => request<FolderList>("PUT", "/api/folders", { folders: ids });
export const renameFolder = (id: string, name: string) => request<Folder>("PATCH", `/api/folders/${at(id)}`, { name });
export const removeFolder = (id: string) => request<void>("DELETE", `/api/folders/${at(id)}`);
export const folderEntries = (id: string, filter: string, after?: string) => request<EntryPage>(
  "GET",
  `/api/folders/${at(id)}/entries?${query({ limit: 50, filter, after })}`,
);
export const markFolderRead = (id: string, what: MarkRead) => request<MarkedRead>(
  "POST",
  `/api/folders/${at(id)}/read`,
  what,
);
export const markFeedRead = (id: string, what: MarkRead) => request<MarkedRead>(
  "POST",
  `/api/feeds/${at(id)}/read`,
  what,
);
export const undo = (token: string) => request<UnreadCount>("POST", "/api/undo", { undo: token });

export const searches = () => request<SavedSearchList>("GET", "/api/searches");
export const keepSearch = (title: string, criteria: EntryCriteria) => request<SavedSearch>(
  "POST",
  "/api/searches",
  { title, criteria },
);
export const changeSearch = (id: string, title: string, criteria: EntryCriteria) => request<SavedSearch>(
  "PUT",
  `/api/searches/${at(id)}`,
  { title, criteria },
);
export const forgetSearch = (id: string) => request<void>("DELETE", `/api/searches/${at(id)}`);
export const searchEntries = (id: string, after?: string) => request<EntryPage>(
  "GET",
  `/api/searches/${at(id)}/entries?${query({ limit: 50, after })}`,
);
export const search = (q: string, after?: string, options?: Options) => request<SearchAnswer>(
  "GET",
  `/api/search?${query({ q, limit: 30, after })}`,
  undefined,
  options,
);

export const queue = () => request<PlayQueue>("GET", "/api/queue");
export const enqueue = (entries: readonly string[], place: QueuePlace | number) => request<PlayQueue>(
  "POST",
  "/api/queue",
  typeof place === "number" ? { entries, index: place } : { entries, place },
);
export const moveInQueue = (entry: string, index: number) => request<PlayQueue>(
  "PUT",
  `/api/queue/${at(entry)}`,
  { index },
);
export const dequeue = (entry: string) => request<PlayQueue>("DELETE", `/api/queue/${at(entry)}`);
export const emptyQueue = () => request<PlayQueue>("DELETE", "/api/queue");
export const nextInShow = (entry: string, direction: "newer" | "older") => request<NextEntry>(
  "GET",
  `/api/entries/${at(entry)}/next?${query({ direction, filter: "unread" })}`,
);

export const bookmarks = (after?: string) => request<BookmarkPage>(
  "GET",
  `/api/bookmarks?${query({ limit: 100, after })}`,
);
export const bookmarksOf = (entry: string) => request<BookmarkPage>("GET", `/api/entries/${at(entry)}/bookmarks`);
export const addBookmark = (entry: string, seconds: number, title: string) => request<Bookmark>(
  "POST",
  `/api/entries/${at(entry)}/bookmarks`,
  title === "" ? { seconds } : { seconds, title },
);
export const changeBookmark = (id: string, change: { title?: string; note?: string }) => request<Bookmark>(
  "PATCH",
  `/api/bookmarks/${at(id)}`,
  change,
);
export const removeBookmark = (id: string) => request<void>("DELETE", `/api/bookmarks/${at(id)}`);

export const skippedChapters = (entry: string) => request<SkippedChapters>(
  "GET",
  `/api/entries/${at(entry)}/skipped-chapters`,
);
export const skipChapters = (entry: string, starts: readonly number[]) => request<SkippedChapters>(
  "PUT",
  `/api/entries/${at(entry)}/skipped-chapters`,
  { starts },
);

export const downloads = (after?: string) => request<DownloadList>(
  "GET",
  `/api/downloads?${query({ limit: 100, after })}`,
);
export const download = (entries: readonly string[]) => request<DownloadList>("POST", "/api/downloads", { entries });
export const letGo = (entry: string) => request<void>("DELETE", `/api/downloads/${at(entry)}`);
export const retryDownload = (entry: string) => request<void>("POST", `/api/downloads/${at(entry)}/retry`);

export const statistics = (from: string, to: string, zone: string) => request<Statistics>(
  "GET",
  `/api/statistics?${query({ from, to, zone })}`,
);
export const exportEverythingAddress = "/api/export";
export const importEverything = (file: Blob) => send<ImportReport>(
  "POST",
  "/api/import",
  file,
  "application/json",
  patient,
);

export const directory = (q: string, options?: Options) => request<DirectoryAnswer>(
  "GET",
  `/api/directory?${query({ q })}`,
  undefined,
  { timeout: 40_000, ...options },
);
export const directories = () => request<DirectoryList>("GET", "/api/admin/directories");
export const nameDirectories = (list: readonly Directory[]) => request<DirectoryList>(
  "PUT",
  "/api/admin/directories",
  { directories: list },
);
