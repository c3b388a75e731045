// Makes elements. Text only ever becomes text: nothing here parses HTML.

export type Child = Node | string | number | null | undefined | false;
type Listeners = { [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void };
type Value = string | number | boolean | null | undefined;
export type Attributes = { on?: Listeners } & { [name: string]: Value | Listeners };

/** An element with attributes (`true` sets, `false` and `null` leave out), listeners under `on`, and children. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  set(element, attributes);
  element.append(...nodes(children));
  return element;
}

export function set(element: HTMLElement, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") listen(element, value as Listeners);
    else if (value === true) element.setAttribute(name, "");
    else if (value === false || value === null || value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, String(value));
  }
}

/** Replaces the children. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(...nodes(children));
}

/** Writes text only when it differs, so that live regions and selections stay calm. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

function nodes(children: readonly Child[]): (Node | string)[] {
  return children.filter(
    (child): child is Node | string | number => child !== null && child !== undefined && child !== false,
  ).map((child) => (typeof child === "number" ? String(child) : child));
}

function listen(element: HTMLElement, listeners: Listeners): void {
  for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener as EventListener);
}
