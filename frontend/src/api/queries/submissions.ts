/** Cached reads of what people sent with a public form. */

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { SubmissionFilter } from "@/api/calls/triggers";
import { api } from "@/api/client";
import { paging } from "@/api/queries/policy";
import { queryKeys } from "@/api/query-keys";

const EVERY_MS = 15_000;

export function useSubmissions(workflow: string, key: string, filter: SubmissionFilter) {
  return useInfiniteQuery({
    queryKey: [...queryKeys.submissions(workflow, key), filter],
    queryFn: ({ pageParam, signal }) =>
      api.submissions.list(workflow, key, { ...filter, cursor: pageParam }, signal),
    placeholderData: (previous) => previous,
    refetchInterval: EVERY_MS,
    ...paging,
  });
}

export function useSubmissionColumns(workflow: string, key: string) {
  return useQuery({
    queryKey: [...queryKeys.submissions(workflow, key), "columns"],
    queryFn: ({ signal }) => api.submissions.columns(workflow, key, signal),
  });
}
