import { deepEqual } from "node:assert/strict";
import { test } from "node:test";
import { findTimestamps } from "../src/model/timestamps.js";

test("times are found where people write them", () => {
  const table: [string, number[]][] = [
    ["12:34 The ferry", [754]],
    ["(00:00) Hello, (1:02:03) bye", [0, 3723]],
    ["[75:30]", [4530]],
    ["from 1:00–2:00", [60, 120]],
    ["ends at 5:07.", [307]],
    ["0:59, 1:60 and 1:75:00", [59]],
  ];
  for (const [text, seconds] of table) deepEqual(findTimestamps(text).map((time) => time.seconds), seconds, text);
});

test("what only looks like a time is left alone", () => {
  for (const text of [
    "at 8:30 pm",
    "at 8:30pm",
    "8:30 a.m.",
    "um 20:15 Uhr",
    "12:34:56:78",
    "2026-11-30T12:34:56",
    "ratio 16:9",
    "a port :8099",
    "1/2:30",
  ]) {
    deepEqual(findTimestamps(text), [], text);
  }
});

test("times behind the end are left alone", () => {
  deepEqual(findTimestamps("1:00 and 9:00", 300).map((time) => time.seconds), [60]);
});

test("the place of a time is exact", () => {
  const text = "See 1:02:03 there";
  const [time] = findTimestamps(text);
  deepEqual(time === undefined ? "" : text.slice(time.index, time.index + time.length), "1:02:03");
});
