/** The filter of the runs list, kept in the address so that it can be shared and survives going back. */

import { RUN_TRIGGERS } from "@/api/rules.gen";
import type { RunFilter } from "@/api/runs";
import { type Period, readPeriod, timesOf } from "@/components/list-filter/period";
import { MAX_SEARCH_CHARACTERS } from "@/components/search-field";
import { RUN_STATUSES } from "@/components/status-select";

export const RUN_KINDS = ["run", "debug"] as const;

export type Filter = Period & Omit<RunFilter, "cursor" | "version" | "since" | "until">;

/** Values that are not known are left out, as an old link may hold them. */
export function readFilter(params: URLSearchParams): Filter {
  const status = RUN_STATUSES.find((known) => known === params.get("status"));
  const kind = RUN_KINDS.find((known) => known === params.get("kind"));
  const trigger = RUN_TRIGGERS.find((known) => known === params.get("trigger"));
  const workflow = params.get("workflow") || undefined;
  const person = Number(params.get("person"));
  const value = params.get("value")?.trim().slice(0, MAX_SEARCH_CHARACTERS);
  return {
    ...(status && { status }),
    ...(kind && { kind }),
    ...(workflow && { workflow }),
    ...(trigger && { trigger }),
    ...(Number.isSafeInteger(person) && person > 0 && { person }),
    ...(value && { value }),
    ...readPeriod(params),
  };
}

/** The filter as the server knows it. */
export function runQuery({ period, from, to, ...others }: Filter): RunFilter {
  return { ...others, ...timesOf({ period, from, to }) };
}
