// What can go wrong between the page and its server, as one sentence each.

import type { APIError, FeedChoice } from "../api.js";

/** The codes of the API, and `unreachable` when no answer came. */
export class Failure extends Error {
  constructor(readonly code: string, message: string, readonly status = 0, readonly choices: FeedChoice[] = []) {
    super(message);
    this.name = "Failure";
  }

  /** No answer came: the same request may work later. */
  get isUnreachable(): boolean {
    return this.code === "unreachable";
  }

  /** Whether the same request may work later. */
  get isTemporary(): boolean {
    return this.isUnreachable || this.status >= 500 || this.status === 429 || this.status === 401;
  }
}

/** No answer at all: the network is away or the server is. */
export function unreachable(): Failure {
  return new Failure(
    "unreachable",
    "The server cannot be reached. Check that it is running and that you are connected.",
  );
}

/** The failure that an answer describes; a proxy's page in between is not shown. */
export async function failureOf(response: Response): Promise<Failure> {
  const body: unknown = await response.json().catch(() => null);
  if (isAPIError(body)) return new Failure(body.error, body.message, response.status, body.choices ?? []);
  return new Failure(
    "internal",
    `The server answered with an error it did not explain (${response.status}). Try again in a moment.`,
    response.status,
  );
}

/** The sentence of anything thrown. */
export function sentence(error: unknown): string {
  return error instanceof Failure ? error.message : "Something in this page went wrong. Reload it and try again.";
}

function isAPIError(body: unknown): body is APIError {
  if (typeof body !== "object" || body === null) return false;
  const given = body as Partial<APIError>;
  return typeof given.error === "string" && typeof given.message === "string";
}
