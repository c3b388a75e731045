import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import type { Route } from "../src/model/route.js";
import { linkToken, parseRoute, printRoute, sharedAddress, sharedRoute } from "../src/model/route.js";

test("every route is read back from its address", () => {
  const routes: Route[] = [
    { name: "home" },
    { name: "player" },
    { name: "feed", feed: "all" },
    { name: "feed", feed: "7", filter: "unread" },
    { name: "entry", entry: "12" },
    { name: "entry", entry: "12", at: 90 },
    { name: "feed", feed: "folder:3" },
    { name: "feed", feed: "folder:3", filter: "starred" },
    { name: "feed", feed: "search:4" },
    { name: "queue" },
    { name: "bookmarks" },
    { name: "downloads" },
    { name: "search", words: "" },
    { name: "search", words: "tide & \"salt water\" -fog?" },
    { name: "settings" },
    { name: "settings", section: "tokens" },
  ];
  for (const route of routes) deepEqual(parseRoute(printRoute(route)), route);
});

test("an address that means nothing is the home", () => {
  for (const hash of [
    "",
    "#",
    "#/",
    "#/feeds",
    "#/feeds/",
    "#/feeds/a/b",
    "#/feeds/<script>",
    "#/entries/../../x",
    "#/unknown/1",
    "#/constructor/1",
    "#/queue/1",
    `#/feeds/${"9".repeat(65)}`,
  ]) {
    deepEqual(parseRoute(hash), { name: "home" }, hash);
  }
});

test("an unknown filter or time is left out", () => {
  deepEqual(parseRoute("#/feeds/3?filter=loud"), { name: "feed", feed: "3" });
  deepEqual(parseRoute("#/entries/3?t=-5"), { name: "entry", entry: "3" });
  deepEqual(parseRoute("#/entries/3?t=soon"), { name: "entry", entry: "3" });
});

test("the printed links carry their secret in either place", () => {
  deepEqual(linkToken("", "#setup=abc-_1"), { kind: "setup", token: "abc-_1" });
  deepEqual(linkToken("", "#token=t%2B1"), { kind: "login", token: "t+1" });
  deepEqual(linkToken("", "#/?token=t2"), { kind: "login", token: "t2" });
  deepEqual(linkToken("?token=t3", ""), { kind: "login", token: "t3" });
  equal(linkToken("", "#/feeds/all?filter=unread"), null);
  equal(linkToken("?token=", "#setup="), null);
});

test("a link that is passed on names an entry and a time, and nothing else", () => {
  equal(sharedAddress("https://casts.example", "12", 90.7), "https://casts.example/?entry=12&t=90");
  equal(sharedAddress("https://casts.example", "12", 0.3), "https://casts.example/?entry=12");
  deepEqual(sharedRoute("?entry=12&t=90"), { name: "entry", entry: "12", at: 90 });
  deepEqual(sharedRoute("?entry=12&t=1:02:03"), { name: "entry", entry: "12", at: 3723 });
  deepEqual(sharedRoute("?entry=12"), { name: "entry", entry: "12" });
  deepEqual(sharedRoute("?entry=12&t=soon"), { name: "entry", entry: "12" });
  equal(sharedRoute("?entry=../admin"), null);
  equal(sharedRoute("?t=90"), null);
});

test("a link to set a password is told from one that signs in", () => {
  deepEqual(linkToken("", "#password=p1"), { kind: "password", token: "p1" });
});
