/** Combined status of several nodes: the most urgent first. Pure. */

import type { Status } from "@/api/types";

const BY_ATTENTION: readonly Status[] = [
  "failed",
  "waiting",
  "running",
  "queued",
  "cancelled",
  "succeeded",
  "skipped",
];

/** Nodes that the run has not reached do not count; undefined when it has reached none. */
export function insideStatus(statuses: readonly (Status | undefined)[]): Status | undefined {
  return BY_ATTENTION.find((status) => statuses.includes(status));
}
