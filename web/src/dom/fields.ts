// The parts that settings are made of: a row with its words and its control.

import type { Child } from "./h.js";
import { h } from "./h.js";

let made = 0;

/** A group of rows under a heading. */
export function group(title: string, ...content: Child[]): HTMLElement {
  return h("section", { class: "group" }, h("h3", {}, title), h("div", { class: "group-body" }, ...content));
}

/** A row: words on the left, the control on the right, a hint below the words. */
export function row(
  label: string,
  control: HTMLInputElement | HTMLSelectElement,
  hint?: string,
  unit?: string,
): HTMLElement {
  const id = (control.id ||= `field-${(made += 1)}`);
  if (hint !== undefined) control.setAttribute("aria-describedby", `${id}-hint`);
  return h(
    "div",
    { class: "field" },
    h(
      "div",
      { class: "field-words" },
      h("label", { for: id }, label),
      hint === undefined ? null : h("p", { class: "hint", id: `${id}-hint` }, hint),
    ),
    h("div", { class: "field-control" }, control, unit === undefined ? null : h("span", { class: "unit" }, unit)),
  );
}

/** A switch that is on or off. */
export function toggle(isOn: boolean, change: (isOn: boolean) => void): HTMLInputElement {
  const input = h("input", { type: "checkbox", role: "switch", class: "switch", checked: isOn });
  input.addEventListener("change", () => change(input.checked));
  return input;
}

/** A choice of a few. */
export function choice<Value extends string>(
  options: readonly (readonly [Value, string])[],
  chosen: Value,
  change: (value: Value) => void,
): HTMLSelectElement {
  const select = h(
    "select",
    {},
    ...options.map(([value, label]) => h("option", { value, selected: value === chosen }, label)),
  );
  select.addEventListener("change", () => {
    const value = options.find(([candidate]) => candidate === select.value)?.[0];
    if (value !== undefined) change(value);
  });
  return select;
}

/** A number within bounds; anything else is put right when the field is left. */
export function number(
  value: number,
  bounds: { min: number; max: number; step?: number },
  change: (value: number) => void,
): HTMLInputElement {
  const input = h(
    "input",
    { type: "number", inputmode: "decimal", min: bounds.min, max: bounds.max, step: bounds.step ?? 1, value },
  );
  let last = value;
  input.addEventListener("change", () => {
    const given = Number(input.value.replace(",", "."));
    const right = input.value.trim() === "" || !Number.isFinite(given)
      ? last
      : Math.min(bounds.max, Math.max(bounds.min, given));
    input.value = String(right);
    if (right === last) return;
    last = right;
    change(right);
  });
  return input;
}
