// What a browser calls itself, in words that a person knows it by.

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Mac OS X|Macintosh/, "Mac"],
  [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

const browsers: readonly (readonly [RegExp, string])[] = [
  [/Tonearm/, "Tonearm"],
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];

/** `Firefox on Linux`; the beginning of the text itself where nothing is known of it. */
export function deviceName(agent: string): string {
  const find = (known: readonly (readonly [RegExp, string])[]): string | undefined =>
    known.find(([pattern]) => pattern.test(agent))?.[1];
  const browser = find(browsers);
  const system = find(systems);
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  const first = browser ?? system ?? agent.trim().split("/")[0]?.slice(0, 40) ?? "";
  return first === "" ? "Unknown device" : first;
}

/** Whether it is something that is held in a hand. */
export function isHandheld(agent: string): boolean {
  return /iPhone|iPad|Android|Mobile/.test(agent);
}
