/** Cached reads of tools: their types, functions, health, sessions and calls. */

import { useInfiniteQuery, useQueries, useQuery } from "@tanstack/react-query";
import type { InvocationFilter } from "@/api/calls/tools";
import { api } from "@/api/client";
import { CATALOGUE, paging } from "@/api/queries/policy";
import { queryKeys } from "@/api/query-keys";
import type { ToolConfig } from "@/api/types";

const FUNCTIONS_EVERY_MS = 30_000;
const SESSIONS_EVERY_MS = 30_000;

export function useToolTypes() {
  return useQuery({
    queryKey: queryKeys.toolTypes,
    queryFn: ({ signal }) => api.tools.types(signal),
    ...CATALOGUE,
  });
}

export function useToolConfigs() {
  return useQuery({ queryKey: queryKeys.toolConfigs, queryFn: ({ signal }) => api.tools.configs(signal) });
}

/** The tools in one's list, and of those that are named the ones that others share and that are not in it. */
export function useKnownTools(named: readonly (string | null | undefined)[]): ToolConfig[] {
  const listed = useToolConfigs().data;
  const foreign = named.filter((id) => id && listed && !listed.some((one) => one.id === id));
  const found = useQueries({
    queries: foreign.map((id) => ({
      queryKey: queryKeys.toolConfig(id ?? ""),
      queryFn: ({ signal }: { signal: AbortSignal }) => api.tools.config(id ?? "", signal),
      retry: false,
    })),
  });
  return [...(listed ?? []), ...found.flatMap(({ data }) => data ?? [])];
}

export function useInvocations(filter: Omit<InvocationFilter, "cursor">) {
  return useInfiniteQuery({
    queryKey: queryKeys.invocations(filter),
    queryFn: ({ pageParam, signal }) => api.tools.invocations({ ...filter, cursor: pageParam }, signal),
    ...paging,
  });
}

export function useToolHealth(id: string) {
  return useQuery({
    queryKey: queryKeys.toolHealth(id),
    queryFn: ({ signal }) => api.tools.health(id, signal),
  });
}

export function useToolUses(id: string) {
  return useQuery({
    queryKey: queryKeys.toolUses(id),
    queryFn: ({ signal }) => api.tools.uses(id, signal),
  });
}

/** Name and parameters of a function. */
export function useToolFunction(toolId: string, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.toolFunction(toolId),
    queryFn: ({ signal }) => api.tools.functionOf(toolId, signal),
    enabled,
  });
}

/** Tools of an MCP server, polled while shown, to notice changes. */
export function useToolFunctions(id: string) {
  return useQuery({
    queryKey: queryKeys.toolFunctions(id),
    queryFn: ({ signal }) => api.tools.functions(id, signal),
    refetchInterval: FUNCTIONS_EVERY_MS,
    retry: false,
  });
}

/** Sessions that live; they end by themselves when nobody uses them. */
export function useToolSessions() {
  return useQuery({
    queryKey: queryKeys.toolSessions,
    queryFn: ({ signal }) => api.tools.sessions(signal),
    refetchOnMount: "always",
    refetchInterval: SESSIONS_EVERY_MS,
  });
}
