// Times, lengths and counts as a person reads them.

const dates = "en-GB";

/** `1:02:03`, `12:34`, `0:07`: what a player shows. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  const s = String(whole % 60).padStart(2, "0");
  const m = Math.floor(whole / 60) % 60;
  const h = Math.floor(whole / 3600);
  return h > 0 ? `${h}:${String(m).padStart(2, "0")}:${s}` : `${m}:${s}`;
}

/** `1 hour 2 minutes 3 seconds`: what a screen reader says. */
export function spoken(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  const parts: string[] = [];
  const h = Math.floor(whole / 3600);
  const m = Math.floor(whole / 60) % 60;
  const s = whole % 60;
  if (h > 0) parts.push(count(h, "hour"));
  if (m > 0) parts.push(count(m, "minute"));
  if (s > 0 || parts.length === 0) parts.push(count(s, "second"));
  return parts.join(" ");
}

/** `1 h 2 min`, `34 min`, `45 s`: how long something is. */
export function length(seconds: number): string {
  if (seconds < 59.5) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  const h = Math.floor(minutes / 60);
  const m = minutes % 60;
  if (h === 0) return `${m} min`;
  return m === 0 ? `${h} h` : `${h} h ${m} min`;
}

/** `3 h`, `7 days`: about how often something comes. */
export function rhythm(seconds: number): string {
  return seconds < 36 * 3600 ? length(Math.max(60, seconds)) : count(Math.round(seconds / 86_400), "day");
}

/** `3 episodes`, `1 episode`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString(dates)} ${n === 1 ? one : many}`;
}

/** `Today`, `Yesterday`, `Monday` within a week, `12 Mar` within the year, else `12 Mar 2023`. */
export function day(instant: string, now: Date): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return "";
  const days = Math.round((midnight(now) - midnight(date)) / 86_400_000);
  if (days === 0) return "Today";
  if (days === 1) return "Yesterday";
  if (days > 1 && days < 7) return date.toLocaleDateString(dates, { weekday: "long" });
  const sameYear = date.getFullYear() === now.getFullYear();
  return date.toLocaleDateString(
    dates,
    sameYear ? { day: "numeric", month: "short" } : { day: "numeric", month: "short", year: "numeric" },
  );
}

/** `12 March 2023`. */
export function fullDay(instant: string): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? "" : date.toLocaleDateString(
    dates,
    { day: "numeric", month: "long", year: "numeric" },
  );
}

/** `just now`, `5 minutes ago`, `3 days ago`. */
export function ago(instant: string, now: Date): string {
  const seconds = (now.getTime() - new Date(instant).getTime()) / 1000;
  if (!Number.isFinite(seconds)) return "";
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${count(Math.floor(seconds / 60), "minute")} ago`;
  if (seconds < 86_400) return `${count(Math.floor(seconds / 3600), "hour")} ago`;
  return `${count(Math.floor(seconds / 86_400), "day")} ago`;
}

/** `now`, `in 5 minutes`, `in 3 hours`, `in 2 days`. */
export function soon(instant: string, now: Date): string {
  const seconds = (new Date(instant).getTime() - now.getTime()) / 1000;
  if (!Number.isFinite(seconds)) return "";
  if (seconds < 60) return "now";
  if (seconds < 3600) return `in ${count(Math.floor(seconds / 60), "minute")}`;
  if (seconds < 86_400) return `in ${count(Math.floor(seconds / 3600), "hour")}`;
  return `in ${count(Math.floor(seconds / 86_400), "day")}`;
}

/** `512 KB`, `23.4 MB`, `1.2 GB`. */
export function bytes(value: number): string {
  if (value < 1_000_000) return `${Math.max(1, Math.round(value / 1000))} KB`;
  if (value < 1_000_000_000) return `${Number((value / 1_000_000).toFixed(1))} MB`;
  return `${Number((value / 1_000_000_000).toFixed(1))} GB`;
}

/** `1×`, `1.25×`, `0.85×`. */
export function speed(rate: number): string {
  return `${Number(rate.toFixed(2))}×`;
}

function midnight(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
