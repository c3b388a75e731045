// What this browser remembers. A browser that refuses to remember is no reason to stop.

export interface Settings {
  rate: number;
  volume: number;
  muted: boolean;
  filter: string;
  /** The entry in the player. */
  playing: string;
  /** `system`, `light` or `dark`. */
  theme: string;
  /** Whether lists show artwork. */
  artwork: boolean;
  /** Folders that are folded up in the first pane. */
  folded: string;
  /** Whether the transcript scrolls along. */
  follow: boolean;
}

const defaults: Settings = { rate: 1, volume: 1, muted: false, filter: "all", playing: "", theme: "system", artwork: true, folded: "", follow: true };
const key = "tonearm.settings";
let memory: Settings | null = null;

export function settings(): Settings {
  if (memory === null) memory = { ...defaults, ...stored() };
  return memory;
}

export function changeSettings(change: Partial<Settings>): void {
  memory = { ...settings(), ...change };
  try {
    localStorage.setItem(key, JSON.stringify(memory));
  } catch {
    // Private windows refuse; the setting lives until the page closes.
  }
}

function stored(): Partial<Settings> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    if (typeof value !== "object" || value === null) return {};
    const given = value as Record<string, unknown>;
    const known = Object.entries(defaults).filter(([name, standard]) => typeof given[name] === typeof standard);
    return Object.fromEntries(known.map(([name]) => [name, given[name]])) as Partial<Settings>;
  } catch {
    return {};
  }
}
