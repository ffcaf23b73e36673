/** Totals of the overview's days. Pure. */

import type { OverviewDay } from "@/api/types";

export type Statistics = {
  succeeded: number;
  failed: number;
  /** From 0 to 1; null while nothing has ended. */
  successRate: number | null;
  cost: number;
};

export function statisticsOf(days: readonly OverviewDay[]): Statistics {
  const sum = (key: "succeeded" | "failed" | "cost") => days.reduce((total, day) => total + day[key], 0);
  const [succeeded, failed] = [sum("succeeded"), sum("failed")];
  const ended = succeeded + failed;
  return { succeeded, failed, successRate: ended === 0 ? null : succeeded / ended, cost: sum("cost") };
}
