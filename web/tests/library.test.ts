import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import type { EntrySummary } from "../src/api.js";
import { isAddress } from "../src/model/address.js";
import { deviceName, isHandheld } from "../src/model/agent.js";
import { added, moved, nextInQueue, timeLeft, without } from "../src/model/queue.js";
import { criteriaWords } from "../src/model/search.js";
import { leftToHear, outroStart, skippedStretches, startBehindIntro } from "../src/model/skips.js";
import { bars, isoDay, scaleTop, spanStart } from "../src/model/statistics.js";
import { asText, cueAt, matchingCues } from "../src/model/transcript.js";

function entry(id: string, more: Partial<EntrySummary> = {}): EntrySummary {
  return {
    id,
    feed: "1",
    feedTitle: "Harbour",
    title: `Crossing ${id}`,
    summary: "",
    published: "2026-11-01T12:00:00.000Z",
    art: "/api/art/f1",
    media: { url: `/media/${id}/a.mp3`, type: "audio/mpeg" },
    read: false,
    starred: false,
    ...more,
  };
}

const queue = ["a", "b", "c", "d"].map((id) => entry(id));
const ids = (list: readonly EntrySummary[]): string => list.map(({ id }) => id).join("");

test("the queue moves, takes and loses entries as the server does", () => {
  equal(ids(moved(queue, "c", 0)), "cabd");
  equal(ids(moved(queue, "a", 3)), "bcda");
  equal(ids(moved(queue, "b", 99)), "acdb");
  equal(ids(moved(queue, "z", 0)), "abcd");
  equal(ids(added(queue, [entry("e")], "top")), "eabcd");
  equal(ids(added(queue, [entry("b")], "end")), "acdb");
  equal(ids(without(queue, "b")), "acd");
});

test("the time left in the queue counts what is not heard", () => {
  equal(timeLeft([entry("a", { duration: 100, position: 40 }), entry("b", { duration: 60 }), entry("c")]), 120);
  equal(timeLeft([entry("a", { duration: 100, position: 90, read: true })]), 100);
});

test("what follows in the queue is the next below, then the first; never itself, never an article", () => {
  equal(nextInQueue(queue, "b")?.id, "c");
  equal(nextInQueue(queue, "d")?.id, "a");
  equal(nextInQueue(queue, "elsewhere")?.id, "a");
  equal(nextInQueue([entry("a")], "a"), undefined);
  const { media: _, ...article } = entry("x");
  equal(nextInQueue([article, entry("b")], "z")?.id, "b");
});

test("an intro is skipped at the beginning only, an outro when it is no whole episode", () => {
  equal(startBehindIntro(0, 30, 600), 30);
  equal(startBehindIntro(12, 30, 600), 30);
  equal(startBehindIntro(45, 30, 600), 45);
  equal(startBehindIntro(0, 700, 600), 0);
  equal(startBehindIntro(0, undefined, 600), 0);
  equal(outroStart(60, 600), 540);
  equal(outroStart(600, 600), null);
  equal(outroStart(60, undefined), null);
});

test("chapters that are left out are stretches, those that touch are one, and they count out of what is left", () => {
  const chapters = [0, 100, 200, 300].map((start) => ({ start, title: `From ${start}` }));
  deepEqual(skippedStretches(chapters, [100, 200], 400), [{ start: 100, end: 300 }]);
  deepEqual(skippedStretches(chapters, [300], 400), [{ start: 300, end: 400 }]);
  deepEqual(skippedStretches(chapters, [300], undefined), [{ start: 300, end: Infinity }]);
  deepEqual(skippedStretches(chapters, [55], 400), []);
  deepEqual(
    skippedStretches([{ start: 0, title: "a" }, { start: 50, title: "", hidden: true }, { start: 100, title: "b" }], [0], 200),
    [{ start: 0, end: 100 }],
  );
  const stretches = skippedStretches(chapters, [100, 200], 400);
  equal(leftToHear(0, 400, stretches, undefined), 200);
  equal(leftToHear(250, 400, stretches, undefined), 100);
  equal(leftToHear(0, 400, stretches, 50), 150);
  equal(leftToHear(380, 400, stretches, 50), 20, "in the outro on purpose");
});

const cues = [
  { start: 0.5, text: "Good evening.", speaker: "Ada" },
  { start: 3, text: "The tide is in." },
  { start: 7.25, text: "Café on the quay.", speaker: "Jon" },
];

test("the line that is spoken is the last that began", () => {
  equal(cueAt(cues, 0), -1);
  equal(cueAt(cues, 0.5), 0);
  equal(cueAt(cues, 6.9), 1);
  equal(cueAt(cues, 9000), 2);
  equal(cueAt([], 5), -1);
});

test("a transcript is searched without marks and case, and copied with times and speakers", () => {
  deepEqual(matchingCues(cues, "cafe"), [2]);
  deepEqual(matchingCues(cues, "THE"), [1, 2]);
  deepEqual(matchingCues(cues, "  "), []);
  equal(asText(cues, (seconds) => String(seconds)), "[0.5] Ada: Good evening.\n[3] The tide is in.\n[7.25] Jon: Café on the quay.");
  equal(asText([{ text: "No times." }], String), "No times.");
});

test("bars stand for every day or month, quiet ones too, in order", () => {
  const today = new Date(2026, 2, 3, 15);
  const sum = (listened: number) => ({ listened, heard: listened, finished: 0 });
  const statistics = {
    total: sum(5400),
    feeds: [],
    days: [{ day: "2026-02-28", sum: sum(1800) }, { day: "2026-03-03", sum: sum(3600) }],
  };
  const week = bars(statistics, "week", today);
  equal(week.length, 7);
  deepEqual(week.map(({ listened }) => listened), [0, 0, 0, 1800, 0, 0, 3600]);
  equal(bars(statistics, "month", today).length, 30);
  const year = bars(statistics, "year", today);
  equal(year.length, 12);
  deepEqual(year.slice(-2).map(({ listened, label }) => [label, listened]), [["Feb", 1800], ["Mar", 3600]]);
  equal(isoDay(spanStart("year", today)), "2025-04-01");
  equal(scaleTop(0), 600);
  equal(scaleTop(3700), 5400);
  equal(scaleTop(200_000), 3 * 86_400);
});

test("addresses are told from words", () => {
  for (const text of ["example.org", "https://example.org/feed", "example.org:8080/x", "192.168.1.4/feed.xml", "localhost:99/x", "feed:x"]) {
    equal(isAddress(text), true, text);
  }
  for (const text of ["harbour", "this american life", "99% invisible", "e.g. tides", ""]) equal(isAddress(text), false, text);
});

test("a saved search says what it holds", () => {
  const names = () => "Sea";
  equal(criteriaWords({}, names, names), "everything");
  equal(
    criteriaWords({ text: "tide", filters: ["unread"], folder: "1", maximumDuration: 1200, newerThan: 7, order: "oldest" }, names, names),
    "“tide”, unread, in Sea, at most 20 min, of the last 7 days, oldest first",
  );
});

test("devices have the names that people know them by", () => {
  const agents: [string, string, boolean][] = [
    ["Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox on Linux", false],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1", "Safari on iPhone", true],
    ["Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36", "Chrome on Android", true],
    ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0", "Edge on Windows", false],
    ["AntennaPod/3.5", "AntennaPod", false],
    ["", "Unknown device", false],
  ];
  for (const [agent, name, handheld] of agents) {
    equal(deviceName(agent), name);
    equal(isHandheld(agent), handheld, agent);
  }
});
