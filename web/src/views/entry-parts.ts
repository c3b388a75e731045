// The parts of an episode's page that come from Podcasting 2.0 and friends.

import type { Bookmark, Entry, EntrySummary, FundingLink, Person, PlaceName, PodcastDetails, Soundbite } from "../api.js";
import type { Child } from "../dom/h.js";
import { h } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { bytes, clock, length } from "../model/format.js";
import { artwork } from "./art.js";
import { bookmarkMenuButton, playBookmark } from "./bookmarks.js";

function isWeb(address: string | undefined): address is string {
  return address !== undefined && /^https?:/i.test(address);
}

/** A link that leaves the page. */
export function outLink(address: string | undefined, className: string, ...content: Child[]): HTMLElement {
  return isWeb(address)
    ? h("a", { class: className, href: address, target: "_blank", rel: "noopener noreferrer" }, ...content)
    : h("span", { class: className }, ...content);
}

export function peopleList(people: readonly Person[]): HTMLElement | null {
  if (people.length === 0) return null;
  const chips = people.map((person) =>
    h(
      "li",
      { class: "person" },
      outLink(
        person.link,
        "person-link",
        person.art === undefined
          ? h("span", { class: "person-letter", "aria-hidden": "true" }, [...person.name][0]?.toUpperCase() ?? "")
          : artwork(person.art, 32, "round"),
        h(
          "span",
          { class: "person-words" },
          h("span", { class: "person-name" }, person.name),
          h("span", { class: "person-role" }, person.role),
        ),
      ),
    ),
  );
  return h("ul", { class: "people", "aria-label": "People" }, ...chips);
}

export function fundingLinks(funding: readonly FundingLink[]): HTMLElement[] {
  return funding.filter((link) => isWeb(link.url)).map((link) =>
    h(
      "a",
      { class: "button", href: link.url, target: "_blank", rel: "noopener noreferrer" },
      icon("heart"),
      link.label ?? "Support the show",
    ),
  );
}

export function soundbiteList(
  soundbites: readonly Soundbite[],
  title: string,
  seek: (seconds: number) => void,
): HTMLElement | null {
  if (soundbites.length === 0) return null;
  const bites = soundbites.map((bite) => {
    const name = bite.title ?? title;
    return h(
      "li",
      {},
      h(
        "button",
        {
          class: "soundbite",
          type: "button",
          "aria-label": `Hear “${name}”, ${length(bite.duration)}`,
          on: { click: () => seek(bite.start) },
        },
        icon("quote"),
        h("span", { class: "soundbite-title" }, name),
        h("span", { class: "soundbite-time" }, `${clock(bite.start)} · ${length(bite.duration)}`),
      ),
    );
  });
  return h("section", { class: "entry-box", "aria-label": "Highlights" }, h("h3", {}, "Highlights"), h("ul", {}, ...bites));
}

export function bookmarkList(bookmarks: readonly Bookmark[]): HTMLElement | null {
  if (bookmarks.length === 0) return null;
  const rows = bookmarks.map((bookmark) =>
    h(
      "li",
      { class: "chapter" },
      h(
        "button",
        { class: "chapter-button", type: "button", on: { click: () => playBookmark(bookmark) } },
        h("span", { class: "chapter-time" }, clock(bookmark.seconds)),
        h(
          "span",
          { class: "chapter-words" },
          h("span", { class: "chapter-title" }, bookmark.title === "" ? "Bookmark" : bookmark.title),
          bookmark.note === undefined ? null : h("span", { class: "chapter-place" }, bookmark.note),
        ),
      ),
      bookmarkMenuButton(bookmark),
    ),
  );
  return h("section", { class: "entry-box", "aria-label": "Bookmarks" }, h("h3", {}, "Bookmarks"), h("ol", {}, ...rows));
}

/** Places, licence, discussions and other files: small print at the end. */
export function smallPrint(entry: Entry & EntrySummary): HTMLElement | null {
  const rows = detailRows(entry.podcast);
  for (const file of entry.files) {
    const name = [
      file.title ?? file.type ?? "File",
      file.language ?? "",
      file.height === undefined ? "" : `${file.height}p`,
      file.length === undefined ? "" : bytes(file.length),
    ].filter((part) => part !== "").join(", ");
    rows.push(["Also as", outLink(file.url, "detail-link", name)]);
  }
  return detailList(rows);
}

export function detailList(rows: readonly (readonly [string, HTMLElement])[]): HTMLElement | null {
  if (rows.length === 0) return null;
  return h("dl", { class: "facts small-print" }, ...rows.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
}

export function detailRows(details: PodcastDetails): [string, HTMLElement][] {
  const rows: [string, HTMLElement][] = details.locations.map((place) => [
    place.rel === "creator" ? "Made in" : "Place",
    outLink(mapAddress(place), "detail-link", place.name),
  ]);
  for (const talk of details.discussions) rows.push(["Discussion", outLink(talk.url, "detail-link", talk.label ?? "Join in")]);
  for (const link of details.elsewhere) rows.push(["Elsewhere", outLink(link.url, "detail-link", link.label ?? "Open")]);
  const { license } = details;
  if (license !== undefined) rows.push(["Licence", outLink(license.url, "detail-link", license.label ?? "Read")]);
  return rows;
}

/** Where a place is on a map: by its OpenStreetMap object, else by its coordinates. */
function mapAddress(place: PlaceName): string | undefined {
  const object = /^([NWR])(\d{1,15})$/.exec(place.osm ?? "");
  const kind = { N: "node", W: "way", R: "relation" }[object?.[1] ?? ""];
  if (kind !== undefined) return `https://www.openstreetmap.org/${kind}/${object?.[2]}`;
  const at = /^geo:(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)/.exec(place.geo ?? "");
  return at === null ? undefined : `https://www.openstreetmap.org/?mlat=${at[1]}&mlon=${at[2]}#map=12/${at[1]}/${at[2]}`;
}
