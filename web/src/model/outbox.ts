// Changes on their way to the server. Each is kept in the browser first and taken out when the server has it, so a lost
// connection or a closed page loses nothing.

import type { PlayPosition } from "../api.js";

export type Write =
  | { kind: "position"; entry: string; value: PlayPosition }
  | { kind: "read"; entry: string; value: boolean }
  | { kind: "starred"; entry: string; value: boolean };

/** `done`: the server has it. `refused`: it will never take it. `later`: it could not be reached. */
export type Delivery = "done" | "refused" | "later";

export interface Shelf {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

type Kept = Write & { id: number };

export class Outbox {
  /** What the shelf refused to keep (full, or switched off) lives here until it is sent. */
  private memory: Kept[] | null = null;
  private flight: Promise<boolean> | null = null;
  private last = 0;

  /**
   * @param key The shelf's key: one for each user, so that nothing is sent in another's name.
   */
  constructor(
    private readonly shelf: Shelf,
    private readonly key: string,
    private readonly deliver: (write: Write) => Promise<Delivery>,
  ) {}

  /** Keeps a write; it replaces an older one of the same kind for the same entry. */
  put(write: Write): void {
    const rest = this.read().filter((kept) => kept.kind !== write.kind || kept.entry !== write.entry);
    this.last = Math.max(this.last, ...rest.map((kept) => kept.id)) + 1;
    this.write([...rest, { ...write, id: this.last }]);
  }

  /** What waits, oldest first. */
  pending(): Write[] {
    return this.read();
  }

  /** Sends what waits, oldest first, and stops at the first that has to wait. Answers whether all is sent. */
  flush(): Promise<boolean> {
    this.flight ??= this.run().finally(() => {
      this.flight = null;
    });
    return this.flight;
  }

  private async run(): Promise<boolean> {
    for (let kept = this.read()[0]; kept !== undefined; kept = this.read()[0]) {
      const sent = kept;
      if ((await this.deliver(sent)) === "later") return false;
      this.write(
        this.read().filter((other) => other.id !== sent.id || other.kind !== sent.kind || other.entry !== sent.entry),
      );
    }
    return true;
  }

  private read(): Kept[] {
    if (this.memory !== null) return this.memory;
    try {
      const list: unknown = JSON.parse(this.shelf.getItem(this.key) ?? "[]");
      return Array.isArray(list) ? list.filter(isKept) : [];
    } catch {
      return [];
    }
  }

  private write(list: Kept[]): void {
    try {
      this.shelf.setItem(this.key, JSON.stringify(list));
      this.memory = null;
    } catch {
      this.memory = list;
    }
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== "object" || value === null) return false;
  const kept = value as Partial<Kept>;
  return typeof kept.id === "number" && typeof kept.entry === "string" && [
    "position",
    "read",
    "starred",
  ].includes(kept.kind ?? "");
}
