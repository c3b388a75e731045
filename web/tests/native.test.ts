import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";
import table from "../../Tests/Fixtures/bridge/messages.json";
import type { EntrySummary } from "../src/api.js";
import type { BridgePlace } from "../src/native.js";
import { bridgeVersion, openBridge, readMessage } from "../src/native.js";
import { NativeOutput } from "../src/player/native-output.js";
import type { Output } from "../src/player/output.js";
import { Player } from "../src/player/player.js";

interface Step {
  user?: string;
  position?: number;
  to?: number;
  v?: number;
  app?: unknown;
  page?: unknown[];
  forget?: boolean;
  shows?: Record<string, unknown>;
}

const known = table.entries as unknown as Record<string, EntrySummary>;

/** A page and what it told an app. */
class Rig {
  sent: unknown[] = [];
  now = 0;
  readonly player: Player;
  readonly place: BridgePlace;

  constructor() {
    this.place = {
      webkit: { messageHandlers: { ipx: { postMessage: (message) => this.sent.push(message) } } },
      ipxNative: { version: 1 },
    };
    const native = openBridge(this.place, () => undefined);
    if (native === null || !("bridge" in native)) throw new Error("no bridge");
    const { bridge } = native;
    let output: NativeOutput | null = null;
    this.player = new Player((listen) => {
      output = new NativeOutput(bridge, listen(), (id, state) => {
        const entry = known[id];
        if (entry === undefined) return;
        output?.adopt(entry, { start: state.cur, rate: 1, volume: 1, play: state.playing });
        this.player.adopt(entry, state);
      }, () => this.now);
      listen();
      return { audio: output, video: silent };
    });
    this.player.setVolume(1);
  }

  do(step: Step, entry: EntrySummary): void {
    const { player } = this;
    const act: Record<string, () => void> = {
      load: () => player.load(entry, { play: false, at: step.position ?? 0, rate: 1 }),
      play: () => player.play(),
      pause: () => player.pause(),
      seek: () => player.seek(step.to ?? 0),
      rate: () => player.setRate(step.v ?? 1),
      volume: () => player.setVolume(step.v ?? 1),
      mute: () => player.toggleMuted(),
      save: () => player.save(),
      unload: () => player.unload(),
    };
    const known = act[step.user ?? ""];
    if (known === undefined) throw new Error(`nobody knows how to ${step.user}`);
    known();
  }

  take(): unknown[] {
    const { sent } = this;
    this.sent = [];
    return sent;
  }
}

const silent: Output = {
  isReady: true,
  keepsPositions: false,
  load: () => undefined,
  unload: () => undefined,
  play: () => Promise.resolve(),
  pause: () => undefined,
  seek: () => true,
  setRate: () => undefined,
  setVolume: () => undefined,
  reload: () => undefined,
  save: () => undefined,
};

test("the table is of the version that the page speaks", () => equal(table.version, bridgeVersion));

for (const { message, page } of table.appToPage as { message: unknown; page: string }[]) {
  test(`the page takes ${JSON.stringify(message)} for ${page}`, () => {
    const read = readMessage(message);
    equal(typeof read === "string" ? read : "accepted", page);
  });
}

test("numbers that are none are malformed, however they arrive", () => {
  equal(readMessage({ t: "time", cur: NaN }), "malformed");
  equal(readMessage({ t: "time", cur: Infinity }), "malformed");
  deepEqual(readMessage({ t: "time", cur: 1, dur: null }), { t: "time", cur: 1 });
});

for (const conversation of table.conversations as { name: string; entry: string; steps: Step[] }[]) {
  test(conversation.name, () => {
    const rig = new Rig();
    const entry = known[conversation.entry];
    if (entry === undefined) throw new Error(`no entry ${conversation.entry}`);
    for (const step of conversation.steps) {
      if (step.user !== undefined) rig.do(step, entry);
      if ("app" in step) rig.place.ipxNative?.on?.(step.app);
      if (step.forget === true) rig.take();
      if (step.page !== undefined) deepEqual(rig.take(), step.page);
      for (const [name, value] of Object.entries(step.shows ?? {})) equal(shown(rig.player, name), value, name);
    }
  });
}

test("every message that the page sends in a conversation is in the table", () => {
  const words = new Set((table.pageToApp as { message: { t?: unknown }; app: string }[])
    .filter((row) => row.app === "accepted")
    .map((row) => row.message.t));
  const said = (table.conversations as { steps: Step[] }[])
    .flatMap((conversation) => conversation.steps)
    .flatMap((step) => (step.page ?? []) as { t: string }[])
    .map((message) => message.t);
  for (const word of said) ok(words.has(word), word);
  deepEqual([...words].sort(), ["load", "pause", "play", "position", "rate", "ready", "seek", "stop", "volume"]);
});

test("a seek that never arrives is given up after some seconds", () => {
  const rig = new Rig();
  const entry = known["long"];
  if (entry === undefined) throw new Error("no entry");
  rig.player.load(entry, { play: true, at: 0, rate: 1 });
  rig.place.ipxNative?.on?.({ t: "meta", dur: 90 });
  rig.player.seek(60);
  rig.place.ipxNative?.on?.({ t: "time", cur: 10 });
  equal(rig.player.position.value, 60);
  rig.now = 5_000;
  rig.place.ipxNative?.on?.({ t: "time", cur: 15 });
  equal(rig.player.position.value, 15);
});

test("a page without an app has no bridge", () => {
  equal(openBridge({}, () => undefined), null);
  equal(openBridge({ webkit: { messageHandlers: {} } }, () => undefined), null);
});

test("an app of another version is told, and the page says what to update", () => {
  for (const [version, remedy] of [[2, "Update the server"], [0, "Update the app"], ["one", "Update the app"]] as const) {
    const sent: unknown[] = [];
    const place: BridgePlace = {
      webkit: { messageHandlers: { ipx: { postMessage: (message) => sent.push(message) } } },
      ipxNative: { version },
    };
    const native = openBridge(place, () => undefined);
    ok(native !== null && "problem" in native && native.problem.includes(remedy), String(version));
    equal(place.ipxNative?.on, undefined);
    deepEqual(sent, [{ t: "ready", version: bridgeVersion, rate: 1, volume: 1 }]);
  }
});

test("a malformed message is logged once", () => {
  const logged: string[] = [];
  const place: BridgePlace = { webkit: { messageHandlers: { ipx: { postMessage: () => undefined } } } };
  openBridge(place, (text) => logged.push(text));
  for (let i = 0; i < 3; i += 1) place.ipxNative?.on?.({ t: "time", cur: "x" });
  place.ipxNative?.on?.({ t: "newer" });
  equal(logged.length, 1);
});

function shown(player: Player, name: string): unknown {
  switch (name) {
    case "status":
      return player.status.value;
    case "position":
      return player.position.value;
    case "duration":
      return player.duration.value;
    case "entry":
      return player.entry.value?.id;
    case "reason":
      return player.reason;
    default:
      throw new Error(`nobody knows what ${name} is`);
  }
}
