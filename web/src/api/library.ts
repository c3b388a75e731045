// How a user keeps a library: `Sources/PodcastAPI/Library`.

import type { EntryFilter, EntrySummary, Feed, Instant, PlayPosition } from "../api.js";

export type FinishedRule = "percent" | "remaining" | "off";
export type Autoplay = "newer" | "older" | "off";
export type EntryOrder = "newest" | "oldest";
export type QueuePlace = "top" | "end";

export interface UserSettings {
  finishedBy: FinishedRule;
  /** 50 to 100. */
  finishedPercent: number;
  /** Seconds, 0 to 3,600. */
  finishedRemaining: number;
  /** Seconds, 5 to 300. */
  skipForward: number;
  skipBack: number;
  /** 0.5 to 3. */
  speed: number;
  playQueue: boolean;
  /** What plays when the queue is empty or off. */
  autoplay: Autoplay;
  /** Episodes of a new subscription that the server downloads; 0 for none. */
  keepNewest: number;
}

export interface Folder {
  id: string;
  name: string;
  unread: number;
  feeds: number;
}

export interface FolderList {
  folders: Folder[];
}

export interface MarkRead {
  before?: Instant;
  /** Days. */
  olderThan?: number;
  /** This entry and those below it. */
  entry?: string;
}

export interface MarkedRead {
  unread: number;
  marked: number;
  /** Takes it back. */
  undo?: string;
}

export interface PlayQueue {
  version: number;
  entries: EntrySummary[];
}

export interface NextEntry {
  entry?: EntrySummary;
}

export interface Bookmark {
  id: string;
  entry: string;
  entryTitle: string;
  feedTitle: string;
  art: string;
  seconds: number;
  title: string;
  note?: string;
  created: Instant;
}

export interface BookmarkPage {
  bookmarks: Bookmark[];
  next?: string;
}

export interface SkippedChapters {
  starts: number[];
}

export interface EntryCriteria {
  text?: string;
  feeds?: string[];
  folder?: string;
  filters?: EntryFilter[];
  minimumDuration?: number;
  maximumDuration?: number;
  /** Days. */
  newerThan?: number;
  olderThan?: number;
  order?: EntryOrder;
}

export interface SavedSearch {
  id: string;
  title: string;
  criteria: EntryCriteria;
  count?: number;
}

export interface SavedSearchList {
  searches: SavedSearch[];
}

export interface SnippetPart {
  text: string;
  mark: boolean;
}

export interface SearchHit {
  entry: EntrySummary;
  snippet: SnippetPart[];
  /** `notes`, `chapters` or `transcript`. */
  source: string;
}

export interface SearchAnswer {
  feeds: Feed[];
  entries: SearchHit[];
  next?: string;
}

export type DownloadState = "waiting" | "running" | "kept" | "failed";

export interface Download {
  entry: EntrySummary;
  state: DownloadState;
  automatic: boolean;
  received: number;
  length?: number;
  message?: string;
  retry?: Instant;
  added: Instant;
}

export interface DownloadSpace {
  used: number;
  limit: number;
  free?: number;
  message?: string;
}

export interface DownloadList {
  downloads: Download[];
  space: DownloadSpace;
  next?: string;
}

export interface Listening {
  /** Seconds of the clock. */
  listened: number;
  /** Seconds of the recordings. */
  heard: number;
  finished: number;
}

export interface Statistics {
  total: Listening;
  days: { day: string; sum: Listening }[];
  feeds: { feed?: string; title: string; sum: Listening }[];
  since?: Instant;
}

export interface ImportReport {
  feeds: number;
  entries: number;
  bookmarks: number;
  searches: number;
  failed: string[];
}

export interface DirectoryResult {
  url: string;
  title: string;
  author?: string;
  description?: string;
  link?: string;
  sources: string[];
  /** The id of the subscription to it. */
  feed?: string;
}

export interface DirectoryAnswer {
  results: DirectoryResult[];
  failed: { source: string; message: string }[];
  directories: number;
}

export type DirectoryKind = "itunes" | "podcastIndex" | "gpodder" | "opml";

export interface Directory {
  name: string;
  kind: DirectoryKind;
  url: string;
  key?: string;
  secret?: string;
  hasKey?: boolean;
}

export interface DirectoryList {
  directories: Directory[];
}

export interface ServerEvent {
  kind: string;
  feed?: string;
  folder?: string;
  entry?: string;
  entries?: string[];
  read?: boolean;
  starred?: boolean;
  position?: PlayPosition;
  version?: number;
  state?: DownloadState;
  received?: number;
  length?: number;
  refreshing?: boolean;
}
