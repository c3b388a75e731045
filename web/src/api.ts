// The objects of the server's API, as `Sources/PodcastAPI` writes them: one type an object, absent keys for absent
// values.

/** A time as ISO 8601 in UTC with milliseconds, what `Date.toISOString` writes. */
export type Instant = string;

import type { DownloadState, EntryOrder, QueuePlace } from "./api/library.js";
import type {
  Chapter,
  FundingLink,
  OtherFile,
  Person,
  PodcastDetails,
  Soundbite,
  TranscriptLink,
} from "./api/shows.js";

export * from "./api/accounts.js";
export * from "./api/library.js";
export * from "./api/shows.js";

/** The id of the first row of the feed list: all subscriptions together. */
export const allFeeds = "all";

export interface Feed {
  id: string;
  title: string;
  /** The feed's address, without user and password. */
  url?: string;
  /** The web page it belongs to. */
  link?: string;
  author?: string;
  /** Plain text. */
  description?: string;
  folder?: string;
  /** Playback speed for this feed, 0.5 to 3. */
  speed?: number;
  /** Seconds at the beginning and at the end of each episode that are skipped. */
  skipIntro?: number;
  skipOutro?: number;
  /** How many of the newest episodes the server downloads by itself and keeps. */
  keepNewest?: number;
  /** Where new episodes go in the queue by themselves. */
  queueRule?: QueuePlace;
  queueLimit?: number;
  order?: EntryOrder;
  /** `serial` where the publisher means it to be heard from the beginning. */
  kind?: string;
  /** Path of its artwork; takes `?size=` in pixels. */
  art: string;
  unread: number;
  entries: number;
  newest?: Instant;
  refreshing: boolean;
  refreshed?: Instant;
  nextRefresh?: Instant;
  trouble?: FeedTrouble;
}

export interface FeedTrouble {
  /** One sentence with what to do. */
  message: string;
  since: Instant;
  failures: number;
  /** The publisher said 410: the feed is no longer fetched. */
  gone: boolean;
}

export interface FeedList {
  feeds: Feed[];
}

export interface SubscribeFailure {
  url: string;
  title?: string;
  message: string;
}

export interface SubscribeReport {
  added: Feed[];
  existing: Feed[];
  failed: SubscribeFailure[];
}

/** Only the keys given change; an empty string or a zero takes the user's own value away. */
export interface FeedChange {
  title?: string;
  folder?: string;
  speed?: number;
  skipIntro?: number;
  skipOutro?: number;
  keepNewest?: number;
  queueRule?: QueuePlace | "off";
  queueLimit?: number;
  order?: EntryOrder;
}

export interface FeedChoice {
  url: string;
  title: string;
  format?: string;
}

export interface APIError {
  error: string;
  message: string;
  choices?: FeedChoice[];
}

export interface Media {
  /** A path on this server; answers ranges. */
  url: string;
  type: string;
  length?: number;
}

export interface EntrySummary {
  id: string;
  feed: string;
  feedTitle: string;
  /** The publisher's own name for it. */
  guid?: string;
  title: string;
  /** The notes' beginning as plain text. */
  summary: string;
  published: Instant;
  /** Seconds; absent when unknown. */
  duration?: number;
  art: string;
  /** Absent for an article. */
  media?: Media;
  read: boolean;
  starred: boolean;
  /** Where playing stopped, in seconds; absent before the first time. */
  position?: number;
  season?: number;
  episode?: number;
  /** `trailer` or `bonus`; absent for an ordinary episode. */
  kind?: string;
  explicit?: boolean;
  /** When it was finished or marked read. */
  finished?: Instant;
  /** How the server's own copy stands; absent where none was asked for. */
  download?: DownloadState;
  queued?: boolean;
}

export interface Entry extends EntrySummary {
  /** HTML from the server's allow-list. */
  notes: string;
  link?: string;
  author?: string;
  /** Those known so far. */
  chapters: Chapter[];
  /** Whether the server can look for more. */
  chaptersPending: boolean;
  transcripts: TranscriptLink[];
  people: Person[];
  soundbites: Soundbite[];
  funding: FundingLink[];
  files: OtherFile[];
  seasonName?: string;
  episodeDisplay?: string;
  podcast: PodcastDetails;
}

export interface EntryPage {
  entries: EntrySummary[];
  /** What to send as `after` for the next page; absent on the last. */
  next?: string;
}

export const entryFilters = [
  "all",
  "unread",
  "started",
  "starred",
  "finished",
  "unfinished",
  "downloaded",
  "audio",
  "video",
] as const;
export type EntryFilter = (typeof entryFilters)[number];

export interface PlayPosition {
  seconds: number;
  duration?: number;
  /** When the player was there; the newer one wins. */
  at: Instant;
  /** In the answer: whether the entry counts as read now. */
  read?: boolean;
}

export interface ReadFlag {
  read: boolean;
}

export interface StarredFlag {
  starred: boolean;
}

export interface UnreadCount {
  unread: number;
}
