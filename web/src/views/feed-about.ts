// What a show says about itself: its words, who makes it, trailers, where to give, what it recommends.

import type { Feed, FeedAbout, RemoteFeed, TrailerLink } from "../api.js";
import { openDialog } from "../dom/dialog.js";
import { h } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { fullDay } from "../model/format.js";
import { about } from "../net/show-routes.js";
import { detailList, detailRows, fundingLinks, peopleList } from "./entry-parts.js";
import { loaded } from "./loaded.js";
import { renderNotes } from "./notes.js";
import { openSubscribe } from "./subscribe.js";

export function openFeedAbout(feed: Feed): void {
  const content = loaded(() => about(feed.id), (answer) => parts(feed, answer, () => dialog.close()), 4);
  const dialog = openDialog(feed.title, [content.element], { kind: "tall" });
}

function parts(feed: Feed, answer: FeedAbout, close: () => void): HTMLElement[] {
  const rows = detailRows(answer.podcast);
  const text = (value: string): HTMLElement => h("span", {}, value);
  if (answer.categories.length > 0) rows.unshift(["Categories", text(answer.categories.join(", "))]);
  if (answer.complete) rows.unshift(["Complete", text("No more episodes will come")]);
  if (answer.serial) rows.unshift(["Serial", text("Meant to be heard from the beginning")]);
  if (answer.language !== undefined) rows.push(["Language", text(answer.language)]);
  if (answer.copyright !== undefined) rows.push(["Copyright", text(answer.copyright)]);
  if (feed.url !== undefined) rows.push(["Feed", text(feed.url)]);
  const link = feed.link;
  const funding = fundingLinks(answer.funding);
  const actions = [
    ...(link !== undefined && /^https?:/i.test(link)
      ? [h("a", { class: "button", href: link, target: "_blank", rel: "noopener noreferrer" }, icon("out"), "Web page")]
      : []),
    ...funding,
  ];
  return [
    answer.description.trim() === "" ? h("p", { class: "quiet" }, "It says nothing about itself.") : renderNotes(answer.description, undefined, null),
    ...(actions.length === 0 ? [] : [h("div", { class: "group-actions" }, ...actions)]),
    peopleList(answer.people),
    answer.trailers.length === 0 ? null : section("Trailers", answer.trailers.map(trailer)),
    answer.podroll.length === 0 ? null : section("It recommends", answer.podroll.map((remote) => remoteRow(remote, close))),
    detailList(rows),
  ].filter((part): part is HTMLElement => part !== null);
}

function section(title: string, rows: HTMLElement[]): HTMLElement {
  return h("section", { class: "group" }, h("h3", {}, title), h("ul", { class: "things" }, ...rows));
}

/** Trailers are short: they play where they stand. */
function trailer(link: TrailerLink): HTMLElement {
  const title = link.title ?? (link.season === undefined ? "Trailer" : `Season ${link.season}`);
  const isVideo = link.media.type.startsWith("video/");
  const media = h(isVideo ? "video" : "audio", {
    controls: true,
    preload: "none",
    src: link.media.url,
    class: "trailer",
    "aria-label": title,
  });
  return h(
    "li",
    { class: "thing trailer-row" },
    h(
      "div",
      { class: "thing-text" },
      h("p", { class: "thing-name" }, title),
      link.published === undefined ? null : h("p", { class: "thing-note" }, fullDay(link.published)),
      media,
    ),
  );
}

function remoteRow(remote: RemoteFeed, close: () => void): HTMLElement {
  const { url } = remote;
  const title = remote.title ?? url ?? remote.guid;
  const subscribe = h("button", { class: "button small", type: "button", "aria-label": `Subscribe to ${title}` }, icon("plus"), "Subscribe");
  subscribe.addEventListener("click", () => {
    close();
    openSubscribe("address", url ?? "");
  });
  return h(
    "li",
    { class: "thing" },
    h("div", { class: "thing-text" }, h("p", { class: "thing-name" }, title)),
    url === undefined ? null : subscribe,
  );
}
