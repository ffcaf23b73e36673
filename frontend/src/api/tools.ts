/** Tools: their types, settings, functions, health, sessions and calls. */

import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { CATALOGUE, paging, server } from "@/api/cache";
import { at } from "@/api/http";
import type { QueryOf, ToolConfig } from "@/api/types";

const FUNCTIONS_EVERY_MS = 30_000;
const SESSIONS_EVERY_MS = 30_000;

export type InvocationFilter = QueryOf<"tool_invocations_list">;

export const useToolTypes = () => server.useQuery("get", "/api/tools/types/", undefined, CATALOGUE);

export const useToolConfigs = () => server.useQuery("get", "/api/tools/configs/");

/** The tools in one's list, and of those that are named the ones that others share and that are not in it. */
export function useKnownTools(named: readonly (string | null | undefined)[]): ToolConfig[] {
  const listed = useToolConfigs().data;
  const foreign = named.filter((id) => id && listed && !listed.some((one) => one.id === id));
  const found = useQueries({
    queries: foreign.map((id) =>
      server.queryOptions("get", "/api/tools/configs/{config_id}/", at({ config_id: id ?? "" }), {
        retry: false,
      }),
    ),
  });
  return [...(listed ?? []), ...found.flatMap(({ data }) => data ?? [])];
}

export const useInvocations = (query: InvocationFilter) =>
  server.useInfiniteQuery(
    "get",
    "/api/tools/invocations/",
    { params: { query } },
    { placeholderData: keepPreviousData, refetchOnMount: "always", ...paging },
  );

export const useToolHealth = (id: string) =>
  server.useQuery("get", "/api/tools/configs/{config_id}/health/", at({ config_id: id }));

export const useToolUses = (id: string) =>
  server.useQuery("get", "/api/tools/configs/{config_id}/uses/", at({ config_id: id }));

/** The form of the arguments of whatever can be called, by its id; a server is asked for its functions. */
export const useToolFunction = (tool: string, enabled: boolean) =>
  server.useQuery("get", "/api/tools/functions/", { params: { query: { tool } } }, { enabled });

/** Functions of an MCP server, at most 30 s old; polled to pick up changes of its list. */
export function useToolFunctions(id: string) {
  const options = { refetchInterval: FUNCTIONS_EVERY_MS, retry: false };
  return server.useQuery("post", "/api/tools/configs/{config_id}/mcp-tools/", at({ config_id: id }), options);
}

/** Sessions that live; they end by themselves when nobody uses them. */
export function useToolSessions() {
  const options = { refetchOnMount: "always", refetchInterval: SESSIONS_EVERY_MS } as const;
  return server.useQuery("get", "/api/tools/sessions/", undefined, options);
}
