// The page's icons: lines on a 24-unit square, drawn by hand, coloured by the text around them.

const drawings = {
  play: { fill: "M8 5.2v13.6c0 .8.9 1.3 1.6.9l10.6-6.8c.6-.4.6-1.4 0-1.8L9.6 4.3C8.9 3.9 8 4.4 8 5.2Z" },
  pause: {
    fill:
      "M7 4.5h3a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1v-13a1 1 0 0 1 1-1Z" +
      "m7 0h3a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1v-13a1 1 0 0 1 1-1Z",
  },
  backward: { line: "M12 4.5a8 8 0 1 1-8 8M12 4.5H7.5M10.5 1.5l-3 3 3 3" },
  forward: { line: "M12 4.5a8 8 0 1 0 8 8M12 4.5h4.5M13.5 1.5l3 3-3 3" },
  plus: { line: "M12 5v14M5 12h14" },
  refresh: { line: "M20 11.5a8 8 0 1 0-2.2 6M20 5v6.5h-6.5" },
  check: { line: "m5 12.5 4.5 4.5L19 7.5" },
  checks: { line: "m2.5 12.5 4 4L15 8M11 15.5l1 1L20.5 8" },
  unheard: { line: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM8 12.3l2.8 2.8L16 9.5" },
  heard: {
    fill:
      "M12 2.7a9.3 9.3 0 1 1 0 18.6 9.3 9.3 0 0 1 0-18.6Z" +
      "M7.4 11.7l-1.2 1.2 4.6 4.6 6.4-6.9-1.3-1.2-5.1 5.5-3.4-3.2Z",
  },
  star: { line: "m12 3.5 2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8L12 3.5Z" },
  starred: { fill: "m12 3 2.75 5.7 6.250.85-4.55 4.35 1.1 6.2L12 17.1l-5.55 3 1.1-6.2L3 9.55l6.25-.85L12 3Z" },
  more: {
    fill:
      "M5.5 10.25a1.75 1.75 0 1 1 0 3.5 1.75 1.75 0 0 1 0-3.5Z" +
      "m6.5 0a1.75 1.75 0 1 1 0 3.5 1.75 1.75 0 0 1 0-3.5Z" +
      "m6.5 0a1.75 1.75 0 1 1 0 3.5 1.75 1.75 0 0 1 0-3.5Z",
  },
  left: { line: "m14.5 5.5-6.5 6.5 6.5 6.5" },
  up: { line: "m5.5 15 6.5-6.5 6.5 6.5" },
  down: { line: "m5.5 9 6.5 6.5L18.5 9" },
  volume: { line: "M4 9.5v5h3.5l5 4v-13l-5 4H4ZM16 9a4 4 0 0 1 0 6M18.5 6.5a7.5 7.5 0 0 1 0 11" },
  muted: { line: "M4 9.5v5h3.5l5 4v-13l-5 4H4ZM16.5 9.5l5 5M21.5 9.5l-5 5" },
  moon: { line: "M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z" },
  list: { line: "M9 6.5h11M9 12h11M9 17.5h11M4 6.5h.5M4 12h.5M4 17.5h.5" },
  help: {
    line: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM9.5 9.5a2.5 2.5 0 1 1 3.7 2.2c-.8.4-1.2.9-1.2 1.8M12 16.7v.1",
  },
  out: { line: "M13.5 4.5h6v6M19.5 4.5l-9 9M17.5 14v4.5a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1H10" },
  link: {
    line:
      "M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.3" +
      "M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1.1-1.1",
  },
  close: { line: "m6 6 12 12M18 6 6 18" },
  search: { line: "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM15.5 15.5 20 20" },
  warning: { line: "M12 4 2.8 19.5h18.4L12 4ZM12 10v4.5M12 17v.1" },
  offline: {
    line:
      "M3 3.5 20.5 21M5 12.5a10 10 0 0 1 4-2.5M2 9a14.5 14.5 0 0 1 4-2.7M12 6a14.4 14.4 0 0 1 10 3" +
      "M15.5 10.3a10 10 0 0 1 3.5 2.2M8.5 16a5 5 0 0 1 6.5-.3M12 19.5v.1",
  },
  upload: { line: "M12 15.5v-11M7.5 9 12 4.5 16.5 9M4.5 15.5v3a1 1 0 0 0 1 1h13a1 1 0 0 0 1-1v-3" },
  download: { line: "M12 4.5v11M7.5 11l4.5 4.5 4.5-4.5M4.5 16v2.5a1 1 0 0 0 1 1h13a1 1 0 0 0 1-1V16" },
  trash: { line: "M4.5 6.5h15M9.5 6.5v-2h5v2M6.5 6.5l.8 12a1 1 0 0 0 1 1h7.4a1 1 0 0 0 1-1l.8-12M10 10.5v5M14 10.5v5" },
  pencil: { line: "m4.5 19.5 1-4L16 5l3 3L8.5 18.5l-4 1ZM14 7l3 3" },
  gauge: { line: "M4.5 17.5a8.5 8.5 0 1 1 15 0M12 14l4-5" },
  door: { line: "M10 4.5H5.5a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1H10M15 8l4 4-4 4M19 12H9.5" },
  headphones: {
    line:
      "M4.5 15.5v-3a7.5 7.5 0 0 1 15 0v3M4.5 14.5h2a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1h-1a1 1 0 0 1-1-1v-4Z" +
      "M19.5 14.5h-2a1 1 0 0 0-1 1v3a1 1 0 0 0 1 1h1a1 1 0 0 0 1-1v-4Z",
  },
  article: {
    line: "M6 4.5h12a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-13a1 1 0 0 1 1-1ZM8.5 9h7M8.5 12.5h7M8.5 16h4",
  },
  eye: {
    line:
      "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" +
      "M12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z",
  },
  queue: { line: "M4 6.5h12M4 12h12M4 17.5h7M16 15l4.5 2.5L16 20v-5Z" },
  next: { line: "M4 6.5h8M4 12h16M4 17.5h16M15.5 6.5h5M18 4v5" },
  last: { line: "M4 6.5h16M4 12h16M4 17.5h8M15.5 17.5h5M18 15v5" },
  bookmark: { line: "M7 4.5h10a1 1 0 0 1 1 1v14l-6-4-6 4v-14a1 1 0 0 1 1-1Z" },
  grip: { line: "M5 9.5h14M5 14.5h14" },
  folder: { line: "M3.5 7a1.5 1.5 0 0 1 1.5-1.5h4l2 2.5h8A1.5 1.5 0 0 1 20.5 9.5v8a1.5 1.5 0 0 1-1.5 1.5H5a1.5 1.5 0 0 1-1.5-1.5V7Z" },
  gear: {
    line:
      "M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM12 3v3M12 18v3M3 12h3M18 12h3" +
      "M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M5.6 18.4l2.1-2.1M16.3 7.7l2.1-2.1",
  },
  server: {
    line: "M5 4.5h14a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1Z" +
      "M5 13.5h14a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1ZM7.5 7.5h.1M7.5 16.5h.1",
  },
  contrast: { line: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12 3.5v17M12 8h6.5M12 12h8.4M12 16h6.5" },
  bars: { line: "M4 20.5h16M7 16.5v-5M12 16.5v-11M17 16.5v-8" },
  pulse: { line: "M2.5 12.5h4l2.5-7 5 13 2.5-6h5" },
  lock: { line: "M6 10.5h12a1 1 0 0 1 1 1v7.5a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-7.5a1 1 0 0 1 1-1ZM8 10.5V8a4 4 0 0 1 8 0v2.5M12 14.5v2" },
  key: { line: "M15.5 3.5a5 5 0 1 1 0 10 5 5 0 0 1 0-10ZM11.8 12.2 4 20M7 17l2.5 2.5M16.5 7.5h.1" },
  device: { line: "M4.5 5.5h15a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1ZM8.5 20h7M12 16.5V20" },
  phone: { line: "M8 3h8a1.5 1.5 0 0 1 1.5 1.5v15A1.5 1.5 0 0 1 16 21H8a1.5 1.5 0 0 1-1.5-1.5v-15A1.5 1.5 0 0 1 8 3ZM11 18h2" },
  people: {
    line:
      "M9 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7ZM3 19.5c.5-3 3-5 6-5s5.5 2 6 5M15.5 5.3a3.5 3.5 0 0 1 0 6.4M17 14.8c2 .7 3.5 2.4 4 4.7",
  },
  copy: { line: "M9 8.5h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1ZM5.5 15.5a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1" },
  bulb: { line: "M9.5 17.5h5M10.5 20.5h3M9.5 17.5c0-2-3-3.5-3-7a5.5 5.5 0 0 1 11 0c0 3.5-3 5-3 7" },
  skip: { line: "M5 6.5v11l8-5.5-8-5.5ZM17.5 6.5v11" },
  follow: { line: "M12 3.5v3M12 17.5v3M3.5 12h3M17.5 12h3M12 8.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7Z" },
  quote: { line: "M4.5 5.5h15v10.5h-8l-4 3.5V16h-3V5.5ZM8.5 9.5h7M8.5 12.5h4.5" },
  heart: { line: "M12 19.5S4 14.5 4 9.2A4.2 4.2 0 0 1 12 7a4.2 4.2 0 0 1 8 2.2c0 5.3-8 10.3-8 10.3Z" },
  spark: { line: "M12 4v4M12 16v4M4 12h4M16 12h4M6.5 6.5l2 2M15.5 15.5l2 2M6.5 17.5l2-2M15.5 8.5l2-2" },
  undo: { line: "M8.5 5 4.5 9l4 4M4.5 9h9.5a5.5 5.5 0 0 1 0 11H10" },
  pin: { line: "M12 21s6.5-6 6.5-11a6.5 6.5 0 1 0-13 0c0 5 6.5 11 6.5 11ZM12 7.7a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6Z" },
} as const;

export type IconName = keyof typeof drawings;

const svg = "http://www.w3.org/2000/svg";

/** An icon; `label` inside it, such as the seconds of a skip button, is drawn small in its middle. */
export function icon(name: IconName, label?: string): SVGSVGElement {
  const drawing: { fill?: string; line?: string } = drawings[name];
  const picture = document.createElementNS(svg, "svg");
  attributes(picture, { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", focusable: "false" });
  const path = document.createElementNS(svg, "path");
  attributes(
    path,
    {
      d: drawing.fill ?? drawing.line ?? "",
      class: drawing.fill === undefined ? "line" : "fill",
      "fill-rule": "evenodd",
    },
  );
  picture.append(path);
  if (label !== undefined) {
    const text = document.createElementNS(svg, "text");
    attributes(text, { x: "12", y: "15.3", "text-anchor": "middle" });
    text.textContent = label;
    picture.append(text);
  }
  return picture;
}

function attributes(element: Element, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) element.setAttribute(name, value);
}
