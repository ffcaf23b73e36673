/** Cached reads of runs, and of what in them waits for a person. */

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ApprovalFilter, RunFilter } from "@/api/calls/runs";
import { api } from "@/api/client";
import { CATALOGUE, paging } from "@/api/queries/policy";
import { queryKeys } from "@/api/query-keys";
import type { ComparedValueQuery } from "@/api/types";

const OPEN_RUNS_EVERY_MS = 4_000;
const APPROVALS_EVERY_MS = 15_000;
const OVERVIEW_EVERY_MS = 30_000;

/** The list refreshes itself while it shows a run that is not over. */
export function useRuns(filter: Omit<RunFilter, "cursor">) {
  return useInfiniteQuery({
    queryKey: queryKeys.runs(filter),
    queryFn: ({ pageParam, signal }) => api.runs.list({ ...filter, cursor: pageParam }, signal),
    placeholderData: (previous) => previous,
    refetchOnMount: "always",
    refetchInterval: ({ state }) => {
      const shown = state.data?.pages.flatMap((page) => page.results) ?? [];
      return shown.some((run) => run.finished_at === null) ? OPEN_RUNS_EVERY_MS : false;
    },
    ...paging,
  });
}

/** The newest runs and failures, and the last 30 days where the browser is. */
export function useOverview() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return useQuery({
    queryKey: queryKeys.overview(timeZone),
    queryFn: ({ signal }) => api.runs.overview(timeZone, signal),
    refetchOnMount: "always",
    refetchInterval: OVERVIEW_EVERY_MS,
  });
}

/** Open approvals, polled, since other people and child runs create them at any time. */
export function useApprovals(filter: Omit<ApprovalFilter, "cursor">) {
  return useInfiniteQuery({
    queryKey: queryKeys.approvals(filter),
    queryFn: ({ pageParam, signal }) => api.approvals.list({ ...filter, cursor: pageParam }, signal),
    refetchOnMount: "always",
    refetchInterval: filter.status === "done" ? false : filter.run ? OPEN_RUNS_EVERY_MS : APPROVALS_EVERY_MS,
    ...paging,
  });
}

/** `scope` is a pass of a container; the one before stays on the screen until the next is here. */
export function useComparison(id: string, other: string, scope: string) {
  return useQuery({
    queryKey: queryKeys.comparison(id, other, scope),
    queryFn: ({ signal }) => api.runs.compare(id, other, scope, signal),
    enabled: other !== "",
    placeholderData: (previous) => previous,
  });
}

/** One difference whole; runs that are compared change no more. */
export function useComparedValue(id: string, query: ComparedValueQuery, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.comparedValue(id, query),
    queryFn: ({ signal }) => api.runs.comparedValue(id, query, signal),
    enabled,
    gcTime: 0,
  });
}

/** Why a run is not over; asked for again while it is looked at. */
export function useExplanation(runId: string, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.explanation(runId),
    queryFn: ({ signal }) => api.runs.explain(runId, signal),
    refetchInterval: OPEN_RUNS_EVERY_MS,
    enabled,
  });
}

/** Effects of a run that was stopped or failed. */
export function useReceipt(runId: string, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.receipt(runId),
    queryFn: ({ signal }) => api.runs.receipt(runId, signal),
    enabled,
  });
}

/** A run as it was when the page opened; what happens afterwards comes over the socket. */
export function useRunSnapshot(id: string) {
  return useQuery({
    queryKey: queryKeys.run(id),
    queryFn: ({ signal }) => api.runs.get(id, signal),
    enabled: id !== "",
    gcTime: 0,
    ...CATALOGUE,
  });
}

export function useSentPrompt(runId: string, key: string) {
  return useQuery({
    queryKey: queryKeys.sentPrompt(runId, key),
    queryFn: ({ signal }) => api.runs.prompt(runId, key, signal),
  });
}

/** Full inputs and output of one node (events carry them cut to 20 kB). */
export function useNodeRunDetail(runId: string, key: string, scope: string, enabled = true) {
  return useQuery({
    queryKey: queryKeys.nodeRun(runId, key, scope),
    queryFn: ({ signal }) => api.runs.node(runId, key, scope, signal),
    enabled,
  });
}
