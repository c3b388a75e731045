import { equal } from "node:assert/strict";
import { test } from "node:test";
import { chapterAt, nextChapter, previousChapter } from "../src/model/chapters.js";
import { fadeSeconds, SleepTimer } from "../src/model/sleep.js";

const chapters = [
  { start: 0, title: "One" },
  { start: 60, title: "Two" },
  { start: 120, title: "Three" },
];

test("the chapter at a time is the last that began", () => {
  equal(chapterAt(chapters, 0), 0);
  equal(chapterAt(chapters, 59.9), 0);
  equal(chapterAt(chapters, 60), 1);
  equal(chapterAt(chapters, 5000), 2);
  equal(chapterAt([{ start: 5, title: "Late" }], 2), -1);
  equal(chapterAt([], 2), -1);
});

test("back goes to the chapter's beginning first, then to the one before", () => {
  equal(previousChapter(chapters, 70), 60);
  equal(previousChapter(chapters, 61), 0);
  equal(previousChapter([], 61), 0);
  equal(nextChapter(chapters, 61), 120);
  equal(nextChapter(chapters, 130), null);
});

test("the sleep timer counts down, fades and stops once", () => {
  const timer = new SleepTimer();
  timer.set({ kind: "time", seconds: 60 });
  equal(timer.advance(30), false);
  equal(timer.gain, 1);
  equal(timer.advance(30 - fadeSeconds / 2), false);
  equal(timer.gain, 0.5);
  equal(timer.advance(10), true);
  equal(timer.plan.kind, "off");
  equal(timer.gain, 1);
  equal(timer.advance(10), false);
});

test("the other plans do not count", () => {
  const timer = new SleepTimer();
  timer.set({ kind: "episode" });
  equal(timer.advance(100_000), false);
  equal(timer.gain, 1);
});
