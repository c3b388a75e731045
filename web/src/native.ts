// The page's half of the bridge to an app that shows this page and plays its audio.
//
// Page to app: `window.webkit.messageHandlers.ipx.postMessage(m)`, the same in WKWebView and WebKitGTK. App to page:
// `window.ipxNative.on(m)`. `t` names a message. Tests/Fixtures/bridge holds the recorded table that both halves are
// checked against, and says what each side promises.

/** The version of the table that this page speaks. */
export const bridgeVersion = 1;

export type ToApp =
  | { t: "ready"; version: number; rate: number; volume: number }
  | {
    t: "load";
    /** Path of the media on this server. */
    url: string;
    /** The entry's id. */
    enc: string;
    feedId: string;
    guid?: string | undefined;
    title: string;
    feedTitle: string;
    artwork: string;
    /** Seconds. */
    position: number;
    duration?: number | undefined;
    rate: number;
    volume: number;
  }
  | { t: "play" }
  | { t: "pause" }
  | { t: "stop" }
  /** `id` counts the seeks, so that the app can say which one a `time` comes after. */
  | { t: "seek"; to: number; id: number }
  | { t: "rate"; v: number }
  | { t: "volume"; v: number }
  /** Save where we are. A path and no time: a page that was frozen holds an old one. */
  | { t: "position"; url: string };

export type FromApp =
  | { t: "time"; cur: number; dur?: number; id?: number }
  | { t: "meta"; dur?: number }
  /** With `enc` and `cur` it is the whole state: what a page that was reloaded or frozen takes over. */
  | { t: "state"; playing: boolean; enc?: string; cur?: number; dur?: number }
  | { t: "ended" }
  | { t: "error"; message: string };

/** What a message turned out to be when it is none. */
export type Refusal = "unknown" | "malformed";

interface Handler {
  postMessage(message: unknown): void;
}

/** The parts of a window that the bridge uses. */
export interface BridgePlace {
  webkit?: { messageHandlers?: { ipx?: Handler } };
  ipxNative?: { version?: unknown; on?: (message: unknown) => void };
}

/** Reads a message of the app. An unknown `t` is no fault: a newer app may say more. */
export function readMessage(value: unknown): FromApp | Refusal {
  if (typeof value !== "object" || value === null) return "malformed";
  const given = value as Record<string, unknown>;
  const length = optionalSeconds(given["dur"]);
  const place = optionalSeconds(given["cur"]);
  if (length === "malformed" || place === "malformed") return "malformed";
  const dur = length === undefined ? {} : { dur: length };
  const cur = place === undefined ? {} : { cur: place };
  switch (given["t"]) {
    case "time": {
      const id = given["id"];
      if (place === undefined || (id !== undefined && !Number.isInteger(id))) return "malformed";
      return { t: "time", cur: place, ...dur, ...(typeof id === "number" ? { id } : {}) };
    }
    case "meta":
      return { t: "meta", ...dur };
    case "state": {
      const { playing, enc } = given;
      if (typeof playing !== "boolean" || (enc !== undefined && typeof enc !== "string")) return "malformed";
      return { t: "state", playing, ...cur, ...dur, ...(enc === undefined ? {} : { enc }) };
    }
    case "ended":
      return { t: "ended" };
    case "error": {
      const { message } = given;
      return typeof message === "string" && message.trim() !== "" ? { t: "error", message } : "malformed";
    }
    default:
      return typeof given["t"] === "string" ? "unknown" : "malformed";
  }
}

function optionalSeconds(value: unknown): number | undefined | "malformed" {
  if (value === undefined || value === null) return undefined;
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : "malformed";
}

/** The open bridge. */
export class Bridge {
  /** Called with each good message. */
  onMessage: (message: FromApp) => void = () => undefined;
  private logged = false;

  constructor(private readonly handler: Handler, private readonly log: (text: string) => void) {}

  /** Sends a message. What cannot cross (no number, nothing) is left out, for it would arrive as something else. */
  post(message: ToApp): void {
    const fields = Object.entries(message).filter(
      ([, value]) => value !== undefined && (typeof value !== "number" || Number.isFinite(value)),
    );
    this.handler.postMessage(Object.fromEntries(fields));
  }

  /** What `window.ipxNative.on` is. */
  receive(value: unknown): void {
    const message = readMessage(value);
    if (typeof message !== "string") this.onMessage(message);
    else if (message === "malformed" && !this.logged) {
      this.logged = true;
      this.log("The app sent a message that this page cannot read.");
    }
  }
}

export type Native = { bridge: Bridge } | { problem: string } | null;

/**
 * Opens the bridge of a window; `null` without an app.
 *
 * An app puts `window.ipxNative = { version }` there before the page's scripts run. One of another version is told
 * apart here, and no half of the bridge is used: two halves that guess lose positions.
 */
export function openBridge(place: BridgePlace, log: (text: string) => void): Native {
  const handler = place.webkit?.messageHandlers?.ipx;
  if (handler === undefined) return null;
  const version = place.ipxNative?.version ?? bridgeVersion;
  const bridge = new Bridge(handler, log);
  if (version !== bridgeVersion) {
    // The app hears it too, so that it can say the same.
    bridge.post({ t: "ready", version: bridgeVersion, rate: 1, volume: 1 });
    return { problem: mismatch(version) };
  }
  const half = place.ipxNative ?? {};
  half.on = (message) => bridge.receive(message);
  place.ipxNative = half;
  return { bridge };
}

function mismatch(version: unknown): string {
  const isNewer = typeof version === "number" && version > bridgeVersion;
  const remedy = isNewer ? "Update the server" : "Update the app";
  return `This page and the app do not understand each other (versions ${bridgeVersion} and ${String(version)}). `
    + `${remedy}; until then episodes play in the page and stop with the screen.`;
}
