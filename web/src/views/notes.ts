// Show notes. The server sanitised them by an allow-list; here they are built anew from what is expected and nothing
// else, so two mistakes would be needed for a foreign script, and the page's policy is a third fence.

import { h } from "../dom/h.js";
import { findTimestamps } from "../model/timestamps.js";

const plain = new Set(
  `P BR B STRONG I EM U S DEL INS CODE PRE KBD SAMP VAR BLOCKQUOTE Q CITE UL OL LI DL DT DD H1 H2 H3 H4 H5
  H6 HR SUB SUP SMALL MARK ABBR TABLE THEAD TBODY TFOOT TR TH TD CAPTION FIGURE FIGCAPTION DIV SPAN
  SECTION ARTICLE TIME RUBY RT RP DETAILS SUMMARY`.split(/\s+/),
);
/** Left out with all that is inside. */
const dropped = new Set(
  "SCRIPT STYLE TEMPLATE IFRAME OBJECT EMBED SVG MATH FORM NOSCRIPT TITLE HEAD LINK META".split(" "),
);
/** A heading in notes stands below the page's own. */
const lowered: Record<string, keyof HTMLElementTagNameMap> = {
  H1: "h3",
  H2: "h3",
  H3: "h4",
  H4: "h5",
  H5: "h6",
  H6: "h6",
};
const deepest = 60;

/** The notes as elements; `seek` is called with the seconds of a time that was clicked. */
export function renderNotes(
  html: string,
  duration: number | undefined,
  seek: ((seconds: number) => void) | null,
): HTMLElement {
  const notes = h("div", { class: "notes" });
  const parsed = new DOMParser().parseFromString(html, "text/html");
  copy(parsed.body, notes, { duration, seek }, 0);
  return notes;
}

interface Times {
  duration: number | undefined;
  seek: ((seconds: number) => void) | null;
}

function copy(from: Node, to: HTMLElement, times: Times, depth: number): void {
  if (depth > deepest) {
    to.append(from.textContent ?? "");
    return;
  }
  for (const node of from.childNodes) {
    if (node instanceof Text) {
      if (to.closest("a, button, pre") === null && times.seek !== null) appendWithTimes(node.data, to, times);
      else to.append(node.data);
    } else if (node instanceof Element && !dropped.has(node.tagName.toUpperCase())) {
      const made = make(node);
      if (made !== null && made !== to) to.append(made);
      if (node.tagName !== "IMG") copy(node, made ?? to, times, depth + 1);
    }
  }
}

function make(source: Element): HTMLElement | null {
  if (source.tagName === "A") return anchor(source);
  if (source.tagName === "IMG") return picture(source);
  if (!plain.has(source.tagName)) return null;
  const element = h(lowered[source.tagName] ?? (source.tagName.toLowerCase() as keyof HTMLElementTagNameMap));
  for (const name of ["title", "lang", "dir", "start", "colspan", "rowspan", "datetime"]) {
    const value = source.getAttribute(name);
    if (value !== null) element.setAttribute(name, value);
  }
  return element;
}

function anchor(source: Element): HTMLElement | null {
  const address = webAddress(source.getAttribute("href"), ["http:", "https:", "mailto:", "tel:"]);
  return address === null ? null : h(
    "a",
    { href: address, target: "_blank", rel: "noopener noreferrer nofollow", title: source.getAttribute("title") },
  );
}

/**
 * A picture of this server or inside the notes.
 *
 * The page's policy keeps foreign ones out, because they tell their server who reads: a link with their text stands
 * instead, and the text alone where a picture does not load.
 */
function picture(source: Element): HTMLElement | null {
  const address = webAddress(source.getAttribute("src"), ["http:", "https:", "data:"]);
  const text = source.getAttribute("alt") ?? "";
  if (address === null) return text === "" ? null : h("span", { class: "picture-text" }, text);
  if (!address.startsWith("data:") && !address.startsWith(`${location.origin}/`)) {
    if (source.closest("a") !== null) return h("span", { class: "picture-text" }, text === "" ? "Picture" : text);
    return h(
      "a",
      { class: "picture-text", href: address, target: "_blank", rel: "noopener noreferrer nofollow" },
      text === "" ? "Picture" : `Picture: ${text}`,
    );
  }
  const image = h("img", { src: address, alt: text, loading: "lazy", decoding: "async" });
  image.addEventListener("error", () => image.replaceWith(h("span", { class: "picture-text" }, text)));
  return image;
}

function webAddress(value: string | null, schemes: readonly string[]): string | null {
  if (value === null) return null;
  try {
    const url = new URL(value, location.href);
    return schemes.includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

function appendWithTimes(text: string, to: HTMLElement, times: Times): void {
  let done = 0;
  for (const time of findTimestamps(text, times.duration)) {
    const shown = text.slice(time.index, time.index + time.length);
    const button = h(
      "button",
      {
        class: "timestamp",
        type: "button",
        "aria-label": `Play from ${shown}`,
        on: { click: () => times.seek?.(time.seconds) },
      },
      shown,
    );
    to.append(text.slice(done, time.index), button);
    done = time.index + time.length;
  }
  to.append(text.slice(done));
}
