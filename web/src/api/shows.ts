// What Podcasting 2.0 and friends say: chapters, transcripts, people, and the rest of `Sources/PodcastAPI`.

import type { FeedTrouble, Instant, Media } from "../api.js";

export interface PlaceName {
  name: string;
  geo?: string;
  osm?: string;
  country?: string;
  rel?: string;
}

export interface Chapter {
  /** Seconds from the beginning. */
  start: number;
  end?: number;
  title: string;
  link?: string;
  /** Path of its picture; takes `?size=`. */
  art?: string;
  /** Only changes picture and link: not for the list, nothing to jump to. */
  hidden?: boolean;
  location?: PlaceName;
}

export interface ChapterList {
  chapters: Chapter[];
  sources: ("json" | "podlove" | "embedded" | "notes")[];
  trouble?: string;
}

export interface Person {
  name: string;
  role: string;
  group: string;
  link?: string;
  art?: string;
}

export interface Soundbite {
  start: number;
  duration: number;
  title?: string;
}

export interface FundingLink {
  url: string;
  label?: string;
}

export interface TranscriptLink {
  /** A path on this server. */
  url: string;
  type?: string;
  language?: string;
  captions: boolean;
}

export interface Cue {
  /** Seconds; absent in a transcript without times. */
  start?: number;
  end?: number;
  /** Given where the speaker changes. */
  speaker?: string;
  text: string;
}

export interface TranscriptText {
  language?: string;
  timed: boolean;
  cues: Cue[];
  /** Why this is an earlier version. */
  trouble?: string;
}

export interface DetailLink {
  url?: string;
  label?: string;
}

export interface PodcastDetails {
  locations: PlaceName[];
  texts: { text: string; purpose?: string }[];
  license?: DetailLink;
  discussions: DetailLink[];
  elsewhere: DetailLink[];
}

export interface OtherFile {
  url: string;
  type?: string;
  length?: number;
  title?: string;
  language?: string;
  height?: number;
  bitrate?: number;
}

export interface TrailerLink {
  title?: string;
  media: Media;
  published?: Instant;
  season?: number;
}

export interface RemoteFeed {
  guid: string;
  url?: string;
  title?: string;
  entry?: string;
  medium?: string;
}

export interface FeedAbout {
  /** HTML from the server's allow-list. */
  description: string;
  people: Person[];
  funding: FundingLink[];
  trailers: TrailerLink[];
  seasons: { number: number; name?: string }[];
  podroll: RemoteFeed[];
  publisher?: RemoteFeed;
  medium: string;
  serial: boolean;
  complete: boolean;
  categories: string[];
  language?: string;
  copyright?: string;
  guid?: string;
  podcast: PodcastDetails;
}

export interface FeedHealth {
  state: string;
  /** What to do, in one sentence. */
  advice?: string;
  trouble?: FeedTrouble;
  code?: string;
  checked?: Instant;
  refreshed?: Instant;
  nextRefresh?: Instant;
  /** Seconds between two entries, usually. */
  rhythm?: number;
  push?: { hub: string; state: string; until?: Instant; last?: Instant; message?: string };
  fetches: { at: Instant; outcome: string; newEntries: number; seconds?: number; code?: string; message?: string }[];
}
