// One request to the server: JSON in, JSON out, a `Failure` for everything else.

import { Signal } from "../state/signal.js";
import { Failure, failureOf, unreachable } from "./failure.js";

/** Whether the last request reached the server. The service worker marks answers it kept from before. */
export const online = new Signal(true);

/** Calls when the server says that nobody is signed in. */
export const signedOut = new Signal<Failure | null>(null);

/** The mark of an answer that the service worker kept, with the time it was fetched. */
export const keptHeader = "X-Tonearm-Kept";

/** When the kept answers that are being shown were fetched. */
export const keptSince = new Signal<string | null>(null);

export interface Options {
  /** Lets the request outlive the page. */
  keepalive?: boolean;
  signal?: AbortSignal;
  /** Milliseconds; subscribing fetches a feed and takes longer. */
  timeout?: number;
}

/** Sends a request and reads the JSON of its answer. */
export async function request<T>(method: string, path: string, body?: unknown, options: Options = {}): Promise<T> {
  return send<T>(method, path, body === undefined ? null : JSON.stringify(body), "application/json", options);
}

/** Sends a body of any type and reads the JSON of its answer. */
export async function send<T>(
  method: string,
  path: string,
  body: BodyInit | null,
  type: string,
  options: Options = {},
): Promise<T> {
  const response = await reach(method, path, body, type, options);
  if (!response.ok) {
    const failure = await failureOf(response);
    if (failure.code === "signed-out" || failure.code === "setup-needed") signedOut.set(failure);
    throw failure;
  }
  if (response.status === 204 || response.status === 202) return undefined as unknown as T;
  try {
    return (await response.json()) as T;
  } catch {
    throw new Failure("internal", "The server's answer broke off. Try again.", response.status);
  }
}

async function reach(
  method: string,
  path: string,
  body: BodyInit | null,
  type: string,
  options: Options,
): Promise<Response> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), options.timeout ?? 20_000);
  options.signal?.addEventListener("abort", () => stop.abort());
  const headers: Record<string, string> = { Accept: "application/json" };
  if (body !== null) headers["Content-Type"] = type;
  try {
    const response = await fetch(
      path,
      { method, headers, body, credentials: "same-origin", keepalive: options.keepalive ?? false, signal: stop.signal },
    );
    const kept = response.headers.get(keptHeader);
    if (kept !== null) keptSince.set(kept);
    online.set(kept === null);
    return response;
  } catch {
    if (options.signal?.aborted) throw new Failure("cancelled", "Cancelled.");
    online.set(false);
    throw unreachable();
  } finally {
    clearTimeout(timer);
  }
}
