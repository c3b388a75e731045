import { equal } from "node:assert/strict";
import { test } from "node:test";
import { ago, clock, count, day, length, speed, spoken } from "../src/model/format.js";

test("a clock shows hours only when there are some", () => {
  const table: [number, string][] = [
    [0, "0:00"],
    [7.9, "0:07"],
    [754, "12:34"],
    [3723, "1:02:03"],
    [-4, "0:00"],
    [NaN, "0:00"],
    [Infinity, "0:00"],
  ];
  for (const [seconds, text] of table) equal(clock(seconds), text);
});

test("spoken times leave out what is zero", () => {
  const table: [number, string][] = [
    [0, "0 seconds"],
    [1, "1 second"],
    [60, "1 minute"],
    [3723, "1 hour 2 minutes 3 seconds"],
  ];
  for (const [seconds, text] of table) equal(spoken(seconds), text);
});

test("lengths are rounded to what matters", () => {
  const table: [number, string][] = [
    [0.2, "1 s"],
    [45, "45 s"],
    [59.6, "1 min"],
    [2040, "34 min"],
    [3600, "1 h"],
    [3720, "1 h 2 min"],
    [3599, "1 h"],
  ];
  for (const [seconds, text] of table) equal(length(seconds), text);
});

test("days are named by how near they are", () => {
  const now = new Date(2026, 10, 30, 0, 30);
  const at = (...parts: [number, number, number, number]): string => new Date(...parts).toISOString();
  equal(day(at(2026, 10, 30, 0), now), "Today");
  equal(day(at(2026, 10, 29, 23), now), "Yesterday");
  equal(day(at(2026, 10, 26, 12), now), "Thursday");
  equal(day(at(2026, 2, 12, 12), now), "12 Mar");
  equal(day(at(2023, 2, 12, 12), now), "12 Mar 2023");
  equal(day("nonsense", now), "");
});

test("ago is coarse", () => {
  const now = new Date("2026-11-30T12:00:00Z");
  equal(ago("2026-11-30T11:59:30Z", now), "just now");
  equal(ago("2026-11-30T11:59:00Z", now), "1 minute ago");
  equal(ago("2026-11-30T07:00:00Z", now), "5 hours ago");
  equal(ago("2026-11-27T11:00:00Z", now), "3 days ago");
  equal(ago("2026-12-01T11:00:00Z", now), "just now");
});

test("counts and speeds read like words", () => {
  equal(count(1, "episode"), "1 episode");
  equal(count(50000, "episode"), "50,000 episodes");
  equal(speed(1), "1×");
  equal(speed(1.25), "1.25×");
  equal(speed(0.8500001), "0.85×");
});
