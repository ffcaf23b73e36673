/** Cached reads of public forms, and of what became of what was sent. */

import { useQuery } from "@tanstack/react-query";
import type { FormAt } from "@/api/calls/forms";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { Submission } from "@/api/types";

const EVERY_MS = 1_000;
/** Interval for slow submissions: somebody may have to answer, maybe the visitor. */
const SLOWLY_EVERY_MS = 5_000;
const SOON = 60;

export function usePublicForm(at: FormAt) {
  return useQuery({
    queryKey: queryKeys.publicForm(at),
    queryFn: ({ signal }) => api.forms.get(at, signal),
    // A draft may have changed in another tab.
    staleTime: at.draft ? 0 : Number.POSITIVE_INFINITY,
  });
}

/** Asked again until it has ended. */
export function useSubmission(token: string, key: string, isSent: boolean) {
  return useQuery({
    queryKey: queryKeys.submission(token, key),
    queryFn: ({ signal }) => api.forms.submission(token, key, signal),
    enabled: isSent,
    refetchInterval: ({ state }) => everyMs(state.data, state.dataUpdateCount),
  });
}

function everyMs(submission: Submission | undefined, asked: number): number | false {
  if (submission?.state === "done" || submission?.state === "failed") return false;
  return submission?.state === "asks" || asked > SOON ? SLOWLY_EVERY_MS : EVERY_MS;
}
