import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import type { Delivery, Shelf, Write } from "../src/model/outbox.js";
import { Outbox } from "../src/model/outbox.js";

class MemoryShelf implements Shelf {
  values = new Map<string, string>();
  isFull = false;
  getItem(key: string): string | null {
    return this.values.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    if (this.isFull) throw new Error("full");
    this.values.set(key, value);
  }
}

const position = (entry: string, seconds: number): Write => ({
  kind: "position",
  entry,
  value: { seconds, at: "2026-11-30T12:00:00.000Z" },
});
const read = (entry: string, value: boolean): Write => ({ kind: "read", entry, value });
const seconds = (writes: Write[]): (number | boolean)[] => writes.map(
  (write) => (write.kind === "position" ? write.value.seconds : write.value),
);

test("writes that fail wait and go out later in order", async () => {
  const sent: Write[] = [];
  let answer: Delivery = "later";
  const outbox = new Outbox(new MemoryShelf(), "k", (write) => {
    if (answer === "done") sent.push(write);
    return Promise.resolve(answer);
  });
  outbox.put(position("1", 10));
  outbox.put(read("2", true));
  outbox.put(position("3", 30));
  equal(await outbox.flush(), false);
  deepEqual(seconds(outbox.pending()), [10, true, 30]);
  answer = "done";
  equal(await outbox.flush(), true);
  deepEqual(seconds(sent), [10, true, 30]);
  deepEqual(outbox.pending(), []);
});

test("a newer write of the same kind replaces the older and goes last", async () => {
  const outbox = new Outbox(new MemoryShelf(), "k", () => Promise.resolve("later"));
  outbox.put(position("1", 10));
  outbox.put(read("1", true));
  outbox.put(position("1", 20));
  deepEqual(seconds(outbox.pending()), [true, 20]);
});

test("a write put while its predecessor is on the way is sent too", async () => {
  const sent: Write[] = [];
  let arrived: () => void = () => undefined;
  const outbox = new Outbox(new MemoryShelf(), "k", async (write) => {
    sent.push(write);
    if (sent.length === 1) await new Promise<void>((done) => (arrived = done));
    return "done";
  });
  outbox.put(position("1", 10));
  const flight = outbox.flush();
  outbox.put(position("1", 20));
  arrived();
  equal(await flight, true);
  deepEqual(seconds(sent), [10, 20]);
  deepEqual(outbox.pending(), []);
});

test("a refused write does not hold up the others", async () => {
  const sent: string[] = [];
  const outbox = new Outbox(new MemoryShelf(), "k", (write) => {
    sent.push(write.entry);
    return Promise.resolve(write.entry === "1" ? "refused" : "done");
  });
  outbox.put(position("1", 10));
  outbox.put(position("2", 20));
  equal(await outbox.flush(), true);
  deepEqual(sent, ["1", "2"]);
});

test("what waits survives a closed page and belongs to its user", () => {
  const shelf = new MemoryShelf();
  new Outbox(shelf, "ada", () => Promise.resolve("later")).put(position("1", 10));
  deepEqual(seconds(new Outbox(shelf, "ada", () => Promise.resolve("later")).pending()), [10]);
  deepEqual(new Outbox(shelf, "bob", () => Promise.resolve("later")).pending(), []);
});

test("a full or broken shelf loses nothing while the page is open", async () => {
  const shelf = new MemoryShelf();
  shelf.values.set("k", "{not json");
  const outbox = new Outbox(shelf, "k", () => Promise.resolve("done"));
  deepEqual(outbox.pending(), []);
  shelf.isFull = true;
  outbox.put(position("1", 10));
  deepEqual(seconds(outbox.pending()), [10]);
  shelf.isFull = false;
  equal(await outbox.flush(), true);
  deepEqual(outbox.pending(), []);
});
