/** Cached reads of agents and of what they may be given. */

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { AgentFilter } from "@/api/calls/agents";
import { api } from "@/api/client";
import { CATALOGUE, paging } from "@/api/queries/policy";
import { queryKeys } from "@/api/query-keys";

export function useAgentTemplates() {
  return useQuery({
    queryKey: queryKeys.agentTemplates,
    queryFn: ({ signal }) => api.agents.templates(signal),
    ...CATALOGUE,
  });
}

export function useAgents(filter: AgentFilter = {}) {
  return useInfiniteQuery({
    queryKey: queryKeys.agents(filter),
    queryFn: ({ pageParam, signal }) => api.agents.list({ ...filter, cursor: pageParam }, signal),
    placeholderData: (previous) => previous,
    ...paging,
  });
}

export function useAgent(id: string) {
  return useQuery({ queryKey: queryKeys.agent(id), queryFn: ({ signal }) => api.agents.get(id, signal) });
}

/** Uses of an agent. */
export function useAgentUses(slug: string) {
  return useQuery({
    queryKey: queryKeys.agentUses(slug),
    queryFn: ({ signal }) => api.agents.uses(slug, signal),
    gcTime: 0,
  });
}

export function useAgentVersions(slug: string) {
  return useQuery({
    queryKey: queryKeys.agentVersions(slug),
    queryFn: ({ signal }) => api.agents.versions(slug, signal),
  });
}

export function useAgentVersion(slug: string, number: number) {
  return useQuery({
    queryKey: queryKeys.agentVersion(slug, number),
    queryFn: ({ signal }) => api.agents.version(slug, number, signal),
  });
}

/** Tools available to an agent. */
export function useInventory() {
  return useQuery({ queryKey: queryKeys.inventory, queryFn: ({ signal }) => api.agents.inventory(signal) });
}
