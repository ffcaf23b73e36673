/** The filter of the runs list, kept in the address so that it can be shared and survives going back. */

import type { RunFilter } from "@/api/runs";
import { RUN_STATUSES } from "@/components/status-select";

export const RUN_KINDS = ["run", "debug"] as const;

export type Filter = Omit<RunFilter, "cursor" | "version">;

/** Values that are not known are left out, as an old link may hold them. */
export function readFilter(params: URLSearchParams): Filter {
  const status = RUN_STATUSES.find((known) => known === params.get("status"));
  const kind = RUN_KINDS.find((known) => known === params.get("kind"));
  const workflow = params.get("workflow") ?? undefined;
  return { ...(status && { status }), ...(kind && { kind }), ...(workflow && { workflow }) };
}

export function writeFilter(filter: Filter): URLSearchParams {
  return new URLSearchParams(Object.entries(filter).filter(([, value]) => Boolean(value)));
}
