// The server's routes for what a show and an episode say about themselves.

import type { ChapterList, FeedAbout, FeedHealth, TranscriptText } from "../api.js";
import { request } from "./client.js";

const at = encodeURIComponent;

/** Looks into files: the first time it may take as long as fetching them. */
export const chapters = (entry: string) => request<ChapterList>(
  "GET",
  `/api/entries/${at(entry)}/chapters`,
  undefined,
  { timeout: 60_000 },
);
/** `path` is a transcript's address on this server, as the entry gives it. */
export const transcript = (path: string) => request<TranscriptText>("GET", path, undefined, { timeout: 60_000 });
export const about = (feed: string) => request<FeedAbout>("GET", `/api/feeds/${at(feed)}/about`);
export const health = (feed: string) => request<FeedHealth>("GET", `/api/feeds/${at(feed)}/health`);
