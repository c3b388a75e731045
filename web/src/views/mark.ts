// The product's mark: a record and its tonearm.

const svg = "http://www.w3.org/2000/svg";

export function mark(): SVGSVGElement {
  const picture = make("svg", { viewBox: "0 0 32 32", class: "mark", "aria-hidden": "true", focusable: "false" });
  picture.append(
    make("rect", { width: "32", height: "32", rx: "8", class: "mark-ground" }),
    make("circle", { cx: "13.5", cy: "17.5", r: "8.5", class: "mark-record" }),
    make("circle", { cx: "13.5", cy: "17.5", r: "2.4", class: "mark-ground" }),
    make("path", { d: "M25 6v8.5l-5.5 6.5", class: "mark-arm" }),
    make("circle", { cx: "25", cy: "6.5", r: "2.3", class: "mark-pivot" }),
  );
  return picture;
}

function make(name: string, attributes: Record<string, string>): SVGSVGElement {
  const element = document.createElementNS(svg, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element as SVGSVGElement;
}
