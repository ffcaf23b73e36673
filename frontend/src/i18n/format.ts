/** Numbers, times and durations in words, the same way everywhere. */

import i18next from "i18next";
import type { Language } from "@/i18n";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `<1 ms`, `840 ms`, `3.2 s`, `2 min 05 s`, `1 h 04 min`: the same in both languages, as tables need. */
export function formatDuration(ms: number): string {
  if (ms < 1) return "<1 ms";
  if (ms < SECOND) return `${Math.round(ms)} ms`;
  if (ms < 10 * SECOND) return `${(ms / SECOND).toFixed(1)} s`;
  if (ms < MINUTE) return `${Math.round(ms / SECOND)} s`;
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min ${two((ms % MINUTE) / SECOND)} s`;
  return `${Math.floor(ms / HOUR)} h ${two((ms % HOUR) / MINUTE)} min`;
}

/** `1.5 s`, `1 min`, `1 h 30 s`: a duration that somebody chose, to the millisecond and without parts that are zero. */
export function formatSpan(ms: number): string {
  const parts = [
    [Math.floor(ms / HOUR), "h"],
    [Math.floor((ms % HOUR) / MINUTE), "min"],
    [Math.round(ms % MINUTE) / SECOND, "s"],
  ] as const;
  return parts.flatMap(([count, unit]) => (count > 0 ? `${count} ${unit}` : [])).join(" ");
}

/** Time label of an axis with ticks `step` ms apart: `3.250 s`, `1 h 04 min 05 s`, with matching precision. */
export function formatTick(ms: number, step: number): string {
  const digits = step < 10 ? 3 : step < 100 ? 2 : 1;
  if (ms >= SECOND && step < SECOND) return `${(ms / SECOND).toFixed(digits)} s`;
  const seconds = String(Math.floor((ms % MINUTE) / SECOND)).padStart(2, "0");
  const whole = ms === 0 ? "0 ms" : formatDuration(ms);
  return whole + (ms >= HOUR && step < MINUTE ? ` ${seconds} s` : "");
}

export function formatCount(count: number, language: Language, maximumFractionDigits = 3): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits }).format(count);
}

/** `Ask, Send`. */
export function formatNames(names: readonly string[], language: Language): string {
  return new Intl.ListFormat(language, { type: "unit", style: "short" }).format(names);
}

/** `840 B`, `3.2 kB`, `12 MB` in the digits of the language. */
export function formatBytes(bytes: number, language: Language): string {
  const step = Math.min(3, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(bytes / 1000 ** step);
  return `${value} ${["B", "kB", "MB", "GB"][step]}`;
}

/** A part of a whole from 0 to 1; nothing is called 100 % that is not. */
export function formatPercent(part: number, language: Language): string {
  const style = { style: "percent", maximumFractionDigits: 0, roundingMode: "floor" } as const;
  return new Intl.NumberFormat(language, style).format(part);
}

export function formatDateTime(iso: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" });
  return format.format(new Date(iso));
}

export function formatTime(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { timeStyle: "medium" }).format(new Date(iso));
}

export function formatDate(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(new Date(iso));
}

/** `Nov 5`, of a date without a time (`2026-11-05`), which is the same day in every time zone. */
export function formatDay(date: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language, { month: "short", day: "numeric", timeZone: "UTC" });
  return format.format(new Date(date));
}

/** `Wed, Nov 26, 9:00 AM`: a moment that is near enough to be planned for. */
export function formatMoment(iso: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language, {
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });
  return format.format(new Date(iso));
}

/** `5 minutes ago`; from a week on the date. */
export function formatAgo(iso: string, now: number, language: Language): string {
  const then = new Date(iso).getTime();
  const age = now - then;
  const words = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  if (age < 45 * SECOND) return i18next.t("justNow", { lng: language });
  if (age < HOUR) return words.format(-Math.max(1, Math.round(age / MINUTE)), "minute");
  if (age < DAY) return words.format(-Math.round(age / HOUR), "hour");
  if (age < 7 * DAY) return words.format(-Math.round(age / DAY), "day");
  return formatDate(iso, language);
}

/** `in 5 minutes`, for what ends within hours; never less than a minute. */
export function formatUntil(iso: string, now: number, language: Language): string {
  const minutes = Math.max(1, Math.round((new Date(iso).getTime() - now) / MINUTE));
  return new Intl.RelativeTimeFormat(language).format(minutes, "minute");
}
