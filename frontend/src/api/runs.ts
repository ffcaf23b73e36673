/** Runs, and what waits for a person in them. */

import { keepPreviousData } from "@tanstack/react-query";
import { CATALOGUE, paging, server } from "@/api/cache";
import { ask, at } from "@/api/http";
import type { ComparedValueQuery, QueryOf } from "@/api/types";

const OPEN_RUNS_EVERY_MS = 4_000;
const APPROVALS_EVERY_MS = 15_000;
const OVERVIEW_EVERY_MS = 30_000;

export type RunFilter = QueryOf<"run_list">;
export type ApprovalFilter = { status?: "open" | "done"; run?: string };

export const cancelRun = (id: string) => ask("post", "/api/runs/{run_id}/cancel/", at({ run_id: id }));

/** The list refreshes itself while it shows a run that is not over. */
export const useRuns = (query: RunFilter) =>
  server.useInfiniteQuery(
    "get",
    "/api/runs/",
    { params: { query } },
    {
      placeholderData: keepPreviousData,
      refetchOnMount: "always",
      refetchInterval: ({ state }) => {
        const shown = state.data?.pages.flatMap((page) => page.results) ?? [];
        return shown.some((run) => run.finished_at === null) ? OPEN_RUNS_EVERY_MS : false;
      },
      ...paging,
    },
  );

/** The first people, by part of their names, with runs that one may see. */
export const useRunPeople = (search: string) =>
  server.useQuery(
    "get",
    "/api/runs/people/",
    { params: { query: { search } } },
    { placeholderData: keepPreviousData },
  );

/** The newest runs and failures, and the last 30 days where the browser is. */
export function useOverview() {
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
  const options = { refetchOnMount: "always", refetchInterval: OVERVIEW_EVERY_MS } as const;
  return server.useQuery("get", "/api/overview/", { params: { query: { timezone } } }, options);
}

/** Decisions that people may take; polled, since others, and runs below a run, ask at any time. */
export function useApprovals(query: ApprovalFilter) {
  const refetchInterval =
    query.status === "done" ? false : query.run ? OPEN_RUNS_EVERY_MS : APPROVALS_EVERY_MS;
  const options = { refetchOnMount: "always", refetchInterval, ...paging } as const;
  return server.useInfiniteQuery("get", "/api/approvals/", { params: { query } }, options);
}

/** `scope` is a pass of a container, empty outside; the one before stays on the screen until the next is here. */
export const useComparison = (id: string, other: string, scope: string) =>
  server.useQuery("get", "/api/runs/{run_id}/compare/", at({ run_id: id }, { with: other, scope }), {
    enabled: other !== "",
    placeholderData: keepPreviousData,
  });

/** One difference whole; runs that are compared change no more. */
export const useComparedValue = (id: string, query: ComparedValueQuery, enabled: boolean) =>
  server.useQuery("get", "/api/runs/{run_id}/compare/value/", at({ run_id: id }, query), {
    enabled,
    gcTime: 0,
  });

/** Why a run is not over; polled. */
export function useExplanation(id: string, enabled: boolean) {
  const options = { refetchInterval: OPEN_RUNS_EVERY_MS, enabled };
  return server.useQuery("get", "/api/runs/{run_id}/explain/", at({ run_id: id }), options);
}

/** Calls made, nodes stopped and nodes not started in a run that failed or was cancelled. */
export const useReceipt = (id: string, enabled: boolean) =>
  server.useQuery("get", "/api/runs/{run_id}/receipt/", at({ run_id: id }), { enabled });

/** A run as it was when the page opened; what happens afterwards comes over the socket. */
export function useRunSnapshot(id: string) {
  const options = { enabled: id !== "", gcTime: 0, ...CATALOGUE };
  return server.useQuery("get", "/api/runs/{run_id}/", at({ run_id: id }), options);
}

/** Prompt that a node sent to its model. */
export const useSentPrompt = (id: string, key: string) =>
  server.useQuery("get", "/api/runs/{run_id}/nodes/{node_key}/prompt/", at({ run_id: id, node_key: key }));

/** Full inputs and output of one node (events carry them cut to 20 kB). */
export function useNodeRunDetail(id: string, key: string, scope: string, enabled = true) {
  const init = at({ run_id: id, node_key: key }, { scope });
  return server.useQuery("get", "/api/runs/{run_id}/nodes/{node_key}/", init, { enabled });
}
