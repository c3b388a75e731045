// How much was listened to: bars for the days, a list for the podcasts, and a table for those who read it.

import type { Listening, Statistics } from "../../api.js";
import { group } from "../../dom/fields.js";
import { fill, h } from "../../dom/h.js";
import { count, fullDay, length } from "../../model/format.js";
import { printRoute } from "../../model/route.js";
import type { Bar, Span } from "../../model/statistics.js";
import { bars, isoDay, scaleTop, spanStart } from "../../model/statistics.js";
import { statistics } from "../../net/library-routes.js";
import { feed } from "../../state/app.js";
import { artwork } from "../art.js";
import { loaded } from "../loaded.js";
import { emptyState } from "../states.js";

const spans: readonly (readonly [Span, string])[] = [
  ["week", "7 days"],
  ["month", "30 days"],
  ["year", "12 months"],
];

export function statisticsSection(): HTMLElement {
  const place = h("div", {});
  const buttons = spans.map(([span, label]) => ({
    span,
    button: h("button", { class: "filter", type: "button", on: { click: () => show(span) } }, label),
  }));
  const show = (span: Span): void => {
    for (const { span: other, button } of buttons) button.setAttribute("aria-pressed", String(other === span));
    const today = new Date();
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const fetch = (): Promise<Statistics> => statistics(isoDay(spanStart(span, today)), isoDay(today), zone);
    fill(place, loaded(fetch, (answer) => picture(answer, span, today), 4).element);
  };
  show("month");
  return h(
    "div",
    {},
    h("div", { class: "spans", role: "group", "aria-label": "Time" }, ...buttons.map(({ button }) => button)),
    place,
  );
}

function picture(answer: Statistics, span: Span, today: Date): HTMLElement[] {
  if (answer.total.listened < 1 && answer.total.finished === 0) {
    const since = answer.since === undefined ? "" : ` Counted since ${fullDay(answer.since)}.`;
    return [emptyState("bars", "Nothing heard in this time", `What you play appears here.${since}`)];
  }
  return [
    figures(answer.total),
    chart(bars(answer, span, today), span),
    group("Podcasts", h("ol", { class: "shows" }, ...answer.feeds.map((show) => showRow(show, answer.feeds)))),
    h("p", { class: "quiet note" }, answer.since === undefined ? "" : `Counted since ${fullDay(answer.since)}.`),
  ];
}

function figures(total: Listening): HTMLElement {
  const saved = total.heard - total.listened;
  const figure = (value: string, name: string): HTMLElement =>
    h("div", { class: "figure" }, h("dd", {}, value), h("dt", {}, name));
  return h(
    "dl",
    { class: "figures" },
    figure(length(total.listened), "listened"),
    figure(String(total.finished), total.finished === 1 ? "episode finished" : "episodes finished"),
    saved >= 60 ? figure(length(saved), "saved by speed") : null,
  );
}

function chart(all: readonly Bar[], span: Span): HTMLElement {
  const top = scaleTop(Math.max(...all.map((bar) => bar.listened), 60));
  const columns = all.map((bar) => {
    const fillElement = h("span", { class: "bar-fill" });
    fillElement.style.setProperty("--part", String(Math.min(1, bar.listened / top)));
    const column = h(
      "span",
      { class: "bar", title: `${bar.name}: ${bar.listened < 1 ? "nothing" : length(bar.listened)}` },
      h("span", { class: "bar-space" }, fillElement),
      h("span", { class: "bar-label" }, bar.label),
    );
    return column;
  });
  const busiest = all.reduce((best, bar) => (bar.listened > best.listened ? bar : best), all[0] ?? { listened: 0, name: "", label: "" });
  const summary = `Listening ${span === "year" ? "by month" : "by day"}; most on ${busiest.name}, ${length(busiest.listened)}.`;
  const rows = all
    .filter((bar) => bar.listened >= 1)
    .map((bar) => h("tr", {}, h("th", { scope: "row" }, bar.name), h("td", {}, length(bar.listened))));
  return h(
    "figure",
    { class: "chart" },
    h(
      "div",
      { class: `bars ${span}`, role: "img", "aria-label": summary },
      h("span", { class: "scale" }, h("span", {}, length(top)), h("span", {}, length(top / 2)), h("span", {}, "0")),
      h("span", { class: "columns" }, ...columns),
    ),
    h(
      "details",
      { class: "as-table" },
      h("summary", {}, "As a table"),
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, span === "year" ? "Month" : "Day"), h("th", { scope: "col" }, "Listened"))),
        h("tbody", {}, ...rows),
      ),
    ),
  );
}

function showRow(show: Statistics["feeds"][number], all: Statistics["feeds"]): HTMLElement {
  const most = all[0]?.sum.listened ?? 1;
  const known = show.feed === undefined ? undefined : feed(show.feed);
  const line = h("span", { class: "show-bar", "aria-hidden": "true" });
  line.style.setProperty("--part", String(most <= 0 ? 0 : show.sum.listened / most));
  const title = known === undefined
    ? h("span", { class: "thing-name" }, show.title)
    : h("a", { class: "thing-name", href: printRoute({ name: "feed", feed: known.id }) }, show.title);
  return h(
    "li",
    { class: "show" },
    known === undefined ? h("span", { class: "art gone" }) : artwork(known.art, 40),
    h(
      "div",
      { class: "thing-text" },
      h("p", { class: "show-words" }, title, h("span", { class: "thing-note" }, length(Math.max(1, show.sum.listened)))),
      line,
      h("p", { class: "thing-note" }, count(show.sum.finished, "episode finished", "episodes finished")),
    ),
  );
}
