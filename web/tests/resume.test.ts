import { equal } from "node:assert/strict";
import { test } from "node:test";
import { isFinished, progress, resumePoint } from "../src/model/resume.js";

test("playing continues where it stopped, and starts again near the end", () => {
  const table: [number | undefined, number | undefined, boolean, number][] = [
    [undefined, 100, false, 0],
    [0.4, 100, false, 0],
    [42, 100, false, 42],
    [42, undefined, false, 42],
    [42, undefined, true, 42],
    [95.5, 100, false, 0],
    [94.5, 100, false, 94.5],
    [94.5, 100, true, 0],
    [3000, 3600, true, 3000],
    [3575, 3600, true, 0],
    [3560, 3600, true, 3560],
    [120, 100, false, 0],
    [NaN, 100, false, 0],
    [42, 0, false, 42],
  ];
  for (const [position, duration, read, expected] of table) equal(
    resumePoint(position, duration, read),
    expected,
    `${position} of ${duration}, ${read}`,
  );
});

test("ninety per cent counts as heard, a little less does not", () => {
  equal(isFinished(90, 100), true);
  equal(isFinished(89.9, 100), false);
  equal(isFinished(90, undefined), false);
  equal(isFinished(0, 0), false);
});

test("progress is a part of one or nothing", () => {
  equal(progress(50, 100), 0.5);
  equal(progress(120, 100), 1);
  equal(progress(0.5, 100), null);
  equal(progress(50, undefined), null);
  equal(progress(undefined, 100), null);
});
