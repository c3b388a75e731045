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

test("what counts as heard is the user's rule", () => {
  const percent = { finishedBy: "percent", finishedPercent: 90, finishedRemaining: 0 } as const;
  equal(isFinished(90, 100, percent), true);
  equal(isFinished(89.9, 100, percent), false);
  equal(isFinished(90, undefined, percent), false);
  equal(isFinished(0, 0, percent), false);
  const remaining = { finishedBy: "remaining", finishedPercent: 50, finishedRemaining: 60 } as const;
  equal(isFinished(3539, 3600, remaining), false);
  equal(isFinished(3540, 3600, remaining), true);
  equal(isFinished(0, 50, remaining), false, "a short one is not finished before it begins");
  equal(isFinished(25, 50, remaining), true);
  equal(isFinished(100, 100, { finishedBy: "off", finishedPercent: 50, finishedRemaining: 60 }), false);
});

test("progress is a part of one or nothing", () => {
  equal(progress(50, 100), 0.5);
  equal(progress(120, 100), 1);
  equal(progress(0.5, 100), null);
  equal(progress(50, undefined), null);
  equal(progress(undefined, 100), null);
});
