/** A span of days that narrows a list: in the address by day, for the server by moment. */

import { serverNow } from "@/lib/server-clock";

export const PERIODS = ["today", "7d", "30d"] as const;
const DAYS = { today: 1, "7d": 7, "30d": 30 } as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Either the last days or a range of days, both ends included, such as `2026-11-05`. */
export type Period = { period?: (typeof PERIODS)[number]; from?: string; to?: string };
export const ANY_TIME: Period = { period: undefined, from: undefined, to: undefined };

export function readPeriod(params: URLSearchParams): Period {
  const period = PERIODS.find((known) => known === params.get("period"));
  if (period) return { period };
  const [from, to] = [dayOf(params.get("from")), dayOf(params.get("to"))];
  if (from && to) return from <= to ? { from, to } : { from: to, to: from };
  return { ...(from && { from }), ...(to && { to }) };
}

/** The parameters of a list; days begin where the browser is. */
export function timesOf(
  { period, from, to }: Period,
  now = new Date(serverNow()),
): { since?: string; until?: string } {
  if (period) return { since: midnight(now, 1 - DAYS[period]) };
  return {
    ...(from && { since: midnight(localDay(from)) }),
    ...(to && { until: midnight(localDay(to), 1) }),
  };
}

/** Address parameters of a filter; unset fields are left out. */
export function writeFilter(filter: object): URLSearchParams {
  const set = Object.entries(filter).filter(([, value]) => Boolean(value));
  return new URLSearchParams(set.map(([name, value]) => [name, String(value)]));
}

function dayOf(text: string | null): string | undefined {
  return text && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

function localDay(day: string): Date {
  return new Date(`${day}T00:00`);
}

/** Also right where a day has 23 or 25 hours. */
function midnight(day: Date, later = 0): string {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + later).toISOString();
}
