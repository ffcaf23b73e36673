/** Agents, their versions, and what may be a tool of theirs. */

import { keepPreviousData } from "@tanstack/react-query";
import { CATALOGUE, paging, server } from "@/api/cache";
import { at } from "@/api/http";
import type { QueryOf } from "@/api/types";

export type AgentFilter = QueryOf<"agent_list">;

export const useAgentTemplates = () => server.useQuery("get", "/api/agents/templates/", undefined, CATALOGUE);

export function useAgents(query: AgentFilter = {}) {
  const options = { placeholderData: keepPreviousData, ...paging };
  return server.useInfiniteQuery("get", "/api/agents/", { params: { query } }, options);
}

export const useAgent = (id: string) =>
  server.useQuery("get", "/api/agents/{agent_id}/", at({ agent_id: id }));

/** Workflows, agents, links and tokens that depend on an agent. */
export const useAgentUses = (id: string) =>
  server.useQuery("get", "/api/agents/{agent_id}/uses/", at({ agent_id: id }), { gcTime: 0 });

export const useAgentVersions = (id: string) =>
  server.useQuery("get", "/api/agents/{agent_id}/versions/", at({ agent_id: id }));

export const useAgentVersion = (id: string, number: number) =>
  server.useQuery("get", "/api/agents/{agent_id}/versions/{number}/", at({ agent_id: id, number }));

/** Everything that an agent can use as a tool. */
export const useInventory = () => server.useQuery("get", "/api/agents/inventory/");
