// What a search says: its words, and the filters it became when it is kept.

import type { EntryCriteria, EntryFilter } from "../api.js";
import { count, length } from "./format.js";

const filterWords: Record<EntryFilter, string> = {
  all: "",
  unread: "unread",
  started: "started",
  starred: "starred",
  finished: "finished",
  unfinished: "not finished",
  downloaded: "on the server",
  audio: "audio",
  video: "video",
};

/** What a saved search holds, in a line. `folderName` and `feedName` look names up. */
export function criteriaWords(
  criteria: EntryCriteria,
  folderName: (id: string) => string | undefined,
  feedName: (id: string) => string | undefined,
): string {
  const { text, filters, folder, feeds, minimumDuration, maximumDuration, newerThan, olderThan, order } = criteria;
  const parts = [
    text === undefined || text === "" ? "" : `“${text}”`,
    ...(filters ?? []).map((filter) => filterWords[filter]),
    folder === undefined ? "" : `in ${folderName(folder) ?? "a folder"}`,
    feeds === undefined || feeds.length === 0
      ? ""
      : feeds.length === 1
      ? `of ${feedName(feeds[0] ?? "") ?? "a podcast"}`
      : `of ${count(feeds.length, "podcast")}`,
    minimumDuration === undefined ? "" : `at least ${length(minimumDuration)}`,
    maximumDuration === undefined ? "" : `at most ${length(maximumDuration)}`,
    newerThan === undefined ? "" : `of the last ${count(newerThan, "day")}`,
    olderThan === undefined ? "" : `older than ${count(olderThan, "day")}`,
    order === "oldest" ? "oldest first" : "",
  ];
  const words = parts.filter((part) => part !== "").join(", ");
  return words === "" ? "everything" : words;
}
