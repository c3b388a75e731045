// Listening over time, as the bars show it.

import type { Statistics } from "../api.js";

export type Span = "week" | "month" | "year";

export interface Bar {
  /** Seconds. */
  listened: number;
  /** Below the bar; empty where there is no room for one. */
  label: string;
  /** What a screen reader and a pointer get. */
  name: string;
}

const locale = "en-GB";
const dayMilliseconds = 86_400_000;

/** `2026-11-30` of a date at its place. */
export function isoDay(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The first day of a span that ends today. */
export function spanStart(span: Span, today: Date): Date {
  if (span === "year") return new Date(today.getFullYear(), today.getMonth() - 11, 1);
  const days = span === "week" ? 6 : 29;
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - days);
}

/** A bar for each day, or each month of a year, quiet ones included. */
export function bars(statistics: Statistics, span: Span, today: Date): Bar[] {
  const heard = new Map(statistics.days.map((day) => [day.day, day.sum.listened]));
  const start = spanStart(span, today);
  if (span === "year") {
    return Array.from({ length: 12 }, (_, index) => {
      const month = new Date(start.getFullYear(), start.getMonth() + index, 1);
      const prefix = isoDay(month).slice(0, 8);
      const listened = [...heard].reduce((sum, [day, seconds]) => (day.startsWith(prefix) ? sum + seconds : sum), 0);
      return {
        listened,
        label: month.toLocaleDateString(locale, { month: "short" }),
        name: month.toLocaleDateString(locale, { month: "long", year: "numeric" }),
      };
    });
  }
  const days = Math.round((Date.UTC(today.getFullYear(), today.getMonth(), today.getDate())
    - Date.UTC(start.getFullYear(), start.getMonth(), start.getDate())) / dayMilliseconds) + 1;
  return Array.from({ length: days }, (_, index) => {
    const date = new Date(start.getFullYear(), start.getMonth(), start.getDate() + index);
    const isLabelled = span === "week" || (days - 1 - index) % 7 === 0;
    const label = span === "week"
      ? date.toLocaleDateString(locale, { weekday: "short" })
      : date.toLocaleDateString(locale, { day: "numeric", month: "short" });
    return {
      listened: heard.get(isoDay(date)) ?? 0,
      label: isLabelled ? label : "",
      name: date.toLocaleDateString(locale, { weekday: "long", day: "numeric", month: "long" }),
    };
  });
}

/** A round number of seconds at or above the highest bar, for the scale. */
export function scaleTop(highest: number): number {
  const minutes = highest / 60;
  const steps = [10, 20, 30, 60, 90, 120, 180, 240, 360, 480, 720, 1440];
  const step = steps.find((candidate) => candidate >= minutes);
  return (step ?? Math.ceil(minutes / 1440) * 1440) * 60;
}
