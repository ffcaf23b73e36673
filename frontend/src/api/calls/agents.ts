/** Agents and what may be a tool of theirs. */

import { type PageFilter, paged, type Signal } from "@/api/calls/paging";
import { dataOf, done, http } from "@/api/http";
import type * as T from "@/api/types";

/** Filters and order of a list of agents. */
export type AgentFilter = Omit<PageFilter<"agent_list">, "cursor">;

const agent = (id: string) => ({ path: { agent_id: id } });

export const agents = {
  list: (query: PageFilter<"agent_list"> = {}, signal?: Signal) =>
    dataOf<T.ResultPage<T.ListedAgent>>(() => http.GET("/api/agents/", { params: paged(query), signal })),
  templates: (signal?: Signal) =>
    dataOf<T.AgentTemplate[]>(() => http.GET("/api/agents/templates/", { signal })),
  create: (body: T.AgentStart) => dataOf<T.Agent>(() => http.POST("/api/agents/", { body })),
  import: (body: T.AgentDocument) => dataOf<T.Agent>(() => http.POST("/api/agents/import/", { body })),
  inventory: (signal?: Signal) =>
    dataOf<T.InventoryEntry[]>(() => http.GET("/api/agents/inventory/", { signal })),
  get: (id: string, signal?: Signal) =>
    dataOf<T.Agent>(() => http.GET("/api/agents/{agent_id}/", { params: agent(id), signal })),
  update: (id: string, body: { document: T.AgentDocument; revision: number }) =>
    dataOf<T.Agent>(() => http.PATCH("/api/agents/{agent_id}/", { params: agent(id), body })),
  uses: (id: string, signal?: Signal) =>
    dataOf<T.AgentUses>(() => http.GET("/api/agents/{agent_id}/uses/", { params: agent(id), signal })),
  remove: (id: string) => done(() => http.DELETE("/api/agents/{agent_id}/", { params: agent(id) })),
  export: (id: string) =>
    dataOf<T.AgentDocument>(() => http.GET("/api/agents/{agent_id}/export/", { params: agent(id) })),
  versions: (id: string, signal?: Signal) =>
    dataOf<T.AgentVersion[]>(() =>
      http.GET("/api/agents/{agent_id}/versions/", { params: agent(id), signal }),
    ),
  version: (id: string, number: number, signal?: Signal) =>
    dataOf<T.WholeAgentVersion>(() =>
      http.GET("/api/agents/{agent_id}/versions/{number}/", {
        params: { path: { agent_id: id, number } },
        signal,
      }),
    ),
  /** Keep the agent as it is stored now. */
  keep: (id: string, note: string) =>
    dataOf<T.AgentVersion>(() =>
      http.POST("/api/agents/{agent_id}/versions/", { params: agent(id), body: { note } }),
    ),
  addTool: (id: string, tool_id: string) =>
    dataOf<T.Agent>(() =>
      http.POST("/api/agents/{agent_id}/tools/", { params: agent(id), body: { tool_id } }),
    ),
};
