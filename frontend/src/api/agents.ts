/** Agents, their versions, and what may be a tool of theirs. */

import { keepPreviousData } from "@tanstack/react-query";
import { CATALOGUE, paging, server } from "@/api/cache";
import { at } from "@/api/http";
import type { QueryOf } from "@/api/types";

/** What a list of agents is narrowed and sorted by. */
export type AgentFilter = QueryOf<"agent_list">;

export const useAgentTemplates = () => server.useQuery("get", "/api/agents/templates/", undefined, CATALOGUE);

export function useAgents(query: AgentFilter = {}) {
  const options = { placeholderData: keepPreviousData, ...paging };
  return server.useInfiniteQuery("get", "/api/agents/", { params: { query } }, options);
}

export const useAgent = (id: string) =>
  server.useQuery("get", "/api/agents/{agent_id}/", at({ agent_id: id }));

/** What would miss an agent. */
export const useAgentUses = (id: string) =>
  server.useQuery("get", "/api/agents/{agent_id}/uses/", at({ agent_id: id }), { gcTime: 0 });

export const useAgentVersions = (id: string) =>
  server.useQuery("get", "/api/agents/{agent_id}/versions/", at({ agent_id: id }));

export const useAgentVersion = (id: string, number: number) =>
  server.useQuery("get", "/api/agents/{agent_id}/versions/{number}/", at({ agent_id: id, number }));

/** What an agent may be given as tools. */
export const useInventory = () => server.useQuery("get", "/api/agents/inventory/");
