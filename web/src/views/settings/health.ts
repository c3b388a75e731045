// How the feeds come in: what failed, since when, and what to do.

import type { Feed, FeedHealth } from "../../api.js";
import { h } from "../../dom/h.js";
import { icon } from "../../dom/icons.js";
import { group } from "../../dom/fields.js";
import { ago, count, day, rhythm, soon } from "../../model/format.js";
import { printRoute } from "../../model/route.js";
import { health } from "../../net/show-routes.js";
import { loadFeeds, subscriptions } from "../../state/app.js";
import { artwork } from "../art.js";
import { refreshNow, unsubscribeAfterAsking } from "../feed-actions.js";
import { loaded } from "../loaded.js";

export function healthSection(): HTMLElement {
  return loaded(async () => {
    await loadFeeds();
    return subscriptions();
  }, overview, 4).element;
}

function overview(feeds: readonly Feed[], reload: () => Promise<void>): HTMLElement[] {
  const troubled = feeds
    .filter((feed) => feed.trouble !== undefined)
    .sort((a, b) => (a.trouble?.since ?? "").localeCompare(b.trouble?.since ?? ""));
  const well = feeds.filter((feed) => feed.trouble === undefined);
  const summary = troubled.length === 0
    ? h(
      "div",
      { class: "verdict good" },
      icon("heard"),
      h("p", {}, feeds.length === 0 ? "No podcast yet." : `All ${count(feeds.length, "podcast")} come in.`),
    )
    : h(
      "div",
      { class: "verdict bad" },
      icon("warning"),
      h("p", {}, `${troubled.length} of ${count(feeds.length, "podcast")} ${troubled.length === 1 ? "does" : "do"} not come in.`),
    );
  return [
    summary,
    ...(troubled.length === 0 ? [] : [
      group("Trouble", h("ul", { class: "things" }, ...troubled.map((feed) => troubledRow(feed, reload)))),
    ]),
    ...(well.length === 0 ? [] : [
      group("Well", h("ul", { class: "things" }, ...well.map((feed) => h("li", { class: "thing" }, details(feed))))),
    ]),
  ];
}

function troubledRow(feed: Feed, reload: () => Promise<void>): HTMLElement {
  const { trouble } = feed;
  const again = h("button", { class: "button small", type: "button" }, "Try again");
  again.addEventListener("click", () => {
    again.disabled = true;
    void refreshNow(feed.id).then(reload);
  });
  const leave = h(
    "button",
    { class: "button small", type: "button", on: { click: () => void unsubscribeAfterAsking(feed, reload) } },
    "Unsubscribe",
  );
  const since = trouble === undefined ? "" : `Since ${day(trouble.since, new Date()).toLowerCase()} `
    + `(${ago(trouble.since, new Date())}), ${count(trouble.failures, "attempt")}.`;
  return h(
    "li",
    { class: "thing troubled-feed" },
    h(
      "div",
      { class: "thing-text" },
      details(feed),
      h("p", { class: "trouble-text" }, trouble?.message ?? ""),
      h("p", { class: "thing-note" }, since),
      h("div", { class: "group-actions" }, trouble?.gone === true ? null : again, leave),
    ),
  );
}

/** A feed that unfolds to what is known of its fetches. */
function details(feed: Feed): HTMLElement {
  const place = h("div", { class: "health-details" });
  const next = feed.nextRefresh === undefined ? "not fetched any more" : `next ${soon(feed.nextRefresh, new Date())}`;
  const last = feed.refreshed === undefined ? "never fetched" : `fetched ${ago(feed.refreshed, new Date())}`;
  const made = h(
    "details",
    { class: "health-feed" },
    h(
      "summary",
      {},
      artwork(feed.art, 40),
      h(
        "span",
        { class: "thing-text" },
        h("span", { class: "thing-name" }, feed.title),
        h("span", { class: "thing-note" }, `${last} · ${next}`),
      ),
      icon("down"),
    ),
    place,
  );
  made.addEventListener("toggle", () => {
    if (made.open && place.childElementCount === 0) place.append(loaded(() => health(feed.id), (answer) => report(feed, answer), 2).element);
  });
  return made;
}

function report(feed: Feed, now: FeedHealth): HTMLElement[] {
  const facts: [string, string][] = [];
  if (now.rhythm !== undefined) facts.push(["Usually a new episode every", rhythm(now.rhythm)]);
  if (now.push !== undefined) facts.push(["Told by", `${now.push.hub} (${now.push.state})`]);
  if (feed.url !== undefined) facts.push(["Address", feed.url]);
  const fetches = now.fetches.map((fetch) =>
    h(
      "li",
      { class: `fetch ${fetch.outcome}` },
      h("span", { class: "fetch-mark", "aria-hidden": "true" }),
      h("span", { class: "fetch-when" }, ago(fetch.at, new Date())),
      h("span", {}, outcome(fetch)),
    ),
  );
  return [
    ...(now.advice === undefined ? [] : [h("p", { class: "advice" }, icon("bulb"), h("span", {}, now.advice))]),
    h("dl", { class: "facts" }, ...facts.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])),
    h("ol", { class: "fetches", "aria-label": "Last fetches" }, ...fetches),
    h("a", { class: "button small", href: printRoute({ name: "feed", feed: feed.id }) }, "Open podcast"),
  ];
}

function outcome(fetch: FeedHealth["fetches"][number]): string {
  switch (fetch.outcome) {
    case "updated":
      return fetch.newEntries === 0 ? "Changed, nothing new" : count(fetch.newEntries, "new episode");
    case "unchanged":
      return "Nothing new";
    case "pushed":
      return `Told by the hub, ${count(fetch.newEntries, "new episode")}`;
    default:
      return fetch.message ?? "Failed";
  }
}
