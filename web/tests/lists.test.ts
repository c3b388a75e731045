import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import type { EntryPage, EntrySummary } from "../src/api.js";
import { scrollToShow, visibleRows } from "../src/model/window.js";
import { Entries } from "../src/state/entries.js";
import { EntryList, mergeNewest } from "../src/state/entry-list.js";

const entry = (id: string): EntrySummary => ({
  id,
  feed: "1",
  feedTitle: "F",
  title: `T${id}`,
  summary: "",
  published: "2026-11-30T12:00:00.000Z",
  art: "/api/art/f1",
  read: false,
  starred: false,
});
const page = (ids: string[], next?: string): EntryPage => ({
  entries: ids.map(entry),
  ...(next === undefined ? {} : { next }),
});

test("only the rows in sight and some spare are wanted, whatever the length", () => {
  deepEqual(visibleRows(0, 800, 100, 50_000), { start: 0, end: 16 });
  deepEqual(visibleRows(2_500_000, 800, 100, 50_000), { start: 24_992, end: 25_016 });
  deepEqual(visibleRows(4_999_200, 800, 100, 50_000), { start: 49_984, end: 50_000 });
  deepEqual(visibleRows(-300, 800, 100, 3), { start: 0, end: 3 });
  deepEqual(visibleRows(99_999, 800, 100, 3), { start: 3, end: 3 });
  deepEqual(visibleRows(0, 800, 0, 3), { start: 0, end: 0 });
});

test("scrolling moves only as far as a row needs", () => {
  equal(scrollToShow(5, 0, 800, 100), null);
  equal(scrollToShow(9, 0, 800, 100), 200);
  equal(scrollToShow(1, 500, 800, 100), 100);
});

test("pages follow each other until the last", async () => {
  const asked: (string | undefined)[] = [];
  const pages: Record<string, EntryPage> = { "": page(["5", "4"], "c1"), c1: page(["4", "3"], "c2"), c2: page(["2"]) };
  const list = new EntryList("all", "all", (_feed, _filter, after) => {
    asked.push(after);
    return Promise.resolve(pages[after ?? ""] ?? page([]));
  }, () => undefined);
  await list.load();
  equal(list.isWhole, false);
  await list.loadMore();
  await list.loadMore();
  await list.loadMore();
  deepEqual(asked, [undefined, "c1", "c2"]);
  deepEqual(list.ids.value, ["5", "4", "3", "2"]);
  equal(list.isWhole, true);
});

test("a page that fails keeps what is there and can be tried again", async () => {
  let fails = true;
  const list = new EntryList(
    "all",
    "all",
    (_feed, _filter, after) => (after !== undefined && fails ? Promise.reject(new Error("away")) : Promise.resolve(
      after === undefined ? page(["2"], "c") : page(["1"]),
    )),
    () => undefined,
  );
  await list.load();
  await list.loadMore();
  equal(list.phase.value.state, "failed-more");
  deepEqual(list.ids.value, ["2"]);
  fails = false;
  await list.loadMore();
  deepEqual(list.ids.value, ["2", "1"]);
});

test("an answer that was overtaken by a new load is dropped", async () => {
  const waiting: ((page: EntryPage) => void)[] = [];
  const list = new EntryList("all", "all", () => new Promise((done) => waiting.push(done)), () => undefined);
  const first = list.load();
  const second = list.load();
  waiting[1]?.(page(["9"]));
  waiting[0]?.(page(["1"]));
  await Promise.all([first, second]);
  deepEqual(list.ids.value, ["9"]);
});

test("new entries come to their place and shown ones stay", async () => {
  deepEqual(mergeNewest(["3", "2", "1"], ["5", "4", "3", "2"]), ["5", "4", "3", "2", "1"]);
  deepEqual(mergeNewest(["4", "2"], ["4", "3", "2"]), ["4", "3", "2"]);
  deepEqual(mergeNewest(["4", "3", "2"], ["4", "2"]), ["4", "3", "2"]);
  deepEqual(mergeNewest(["2", "1"], ["2", "1"]), ["2", "1"]);
  let ids = ["2", "1"];
  const list = new EntryList("all", "all", () => Promise.resolve(page(ids)), () => undefined);
  await list.load();
  ids = ["3", "2", "1"];
  equal(await list.renew(), 1);
  deepEqual(list.ids.value, ["3", "2", "1"]);
  equal(await list.renew(), 0);
});

test("a change on its way to the server stands above the server's older answer", () => {
  const entries = new Entries();
  entries.pending = () => [
    { kind: "read", entry: "1", value: true },
    { kind: "position", entry: "1", value: { seconds: 42, duration: 100, at: "2026-11-30T12:00:00.000Z" } },
  ];
  entries.put([entry("1"), entry("2")]);
  equal(entries.get("1")?.read, true);
  equal(entries.get("1")?.position, 42);
  equal(entries.get("1")?.duration, 100);
  equal(entries.get("2")?.read, false);
});

test("what another device says goes under what is still on its way from here", () => {
  const known = new Entries();
  known.put([entry("1")]);
  known.pending = () => [{ kind: "read", entry: "1", value: true }];
  known.fromServer("1", { read: false, starred: true });
  equal(known.get("1")?.read, true);
  equal(known.get("1")?.starred, true);
  known.fromServer("2", { read: true });
  equal(known.get("2"), undefined);
});

test("a value that was taken away is gone, and told once", () => {
  const known = new Entries();
  known.put([{ ...entry("1"), download: "kept" }]);
  const told: string[] = [];
  known.onChange((id) => told.push(id));
  known.drop("1", "download");
  known.drop("1", "download");
  equal("download" in (known.get("1") ?? {}), false);
  deepEqual(told, ["1"]);
});
