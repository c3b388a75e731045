// Keeps a list of elements in step with a list of values: an element stays the same as long as its key is there, so
// focus, scrolling and pictures survive.

export class KeyedList<Value, Item extends HTMLElement> {
  private items = new Map<string, Item>();

  constructor(
    private readonly parent: HTMLElement,
    private readonly key: (value: Value) => string,
    private readonly make: (value: Value) => Item,
    private readonly update: (item: Item, value: Value, index: number) => void,
  ) {}

  show(values: readonly Value[]): void {
    const wanted = new Set(values.map(this.key));
    for (const [key, item] of this.items) {
      if (wanted.has(key)) continue;
      item.remove();
      this.items.delete(key);
    }
    let after: Element | null = null;
    for (const [index, value] of values.entries()) {
      const item = this.item(value);
      this.update(item, value, index);
      const place: Element | null = after === null ? this.parent.firstElementChild : after.nextElementSibling;
      if (place !== item) this.parent.insertBefore(item, place);
      after = item;
    }
  }

  get(key: string): Item | undefined {
    return this.items.get(key);
  }

  private item(value: Value): Item {
    const key = this.key(value);
    const made = this.items.get(key) ?? this.make(value);
    this.items.set(key, made);
    return made;
  }
}
