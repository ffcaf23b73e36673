/** Workflows, their graphs and versions, and the node types that there are. */

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CATALOGUE, paging, server } from "@/api/cache";
import { at } from "@/api/http";
import type { QueryOf } from "@/api/types";

export type WorkflowFilter = QueryOf<"workflow_list">;

/** The addresses that show any workflow among others. */
export const WORKFLOW_LISTS = ["/api/workflows/", "/api/workflows/library/", "/api/workflows/callers/"];

export const nodeTypesQuery = server.queryOptions("get", "/api/node-types/", undefined, CATALOGUE);

export const useNodeTypes = () => useQuery(nodeTypesQuery);

export const useTemplates = () => server.useQuery("get", "/api/workflow-templates/", undefined, CATALOGUE);

export function useWorkflows(query: WorkflowFilter = {}) {
  const options = { placeholderData: keepPreviousData, ...paging };
  return server.useInfiniteQuery("get", "/api/workflows/", { params: { query } }, options);
}

/** Folders and tags with their counts. */
export const useLibrary = () => server.useQuery("get", "/api/workflows/library/");

/** Callers that depend on the given workflows, including callers of pinned versions. */
export const useWorkflowCallers = (ids: string[]) =>
  server.useQuery("get", "/api/workflows/callers/", { params: { query: { ids } } }, { gcTime: 0 });

export const workflowQuery = (id: string) =>
  server.queryOptions("get", "/api/workflows/{workflow_id}/", at({ workflow_id: id }));

export const useWorkflow = (id: string, enabled = true) => useQuery({ ...workflowQuery(id), enabled });

/** Only the first state of an editor: afterwards the document store is the truth. */
export const graphQuery = (id: string) =>
  server.queryOptions("get", "/api/workflows/{workflow_id}/graph/", at({ workflow_id: id }), {
    gcTime: 0,
    ...CATALOGUE,
  });

export const useGraph = (id: string) => useQuery(graphQuery(id));

/** The stored graph as a tool, and what publishing it would break for whom. */
export const useInterface = (id: string) =>
  server.useQuery("get", "/api/workflows/{workflow_id}/interface/", at({ workflow_id: id }));

export const useVersions = (id: string) =>
  server.useInfiniteQuery("get", "/api/workflows/{workflow_id}/versions/", at({ workflow_id: id }), paging);

/** A version with its graph, which never changes; null asks for none. */
export function useVersion(id: string, number: number | null) {
  const init = at({ workflow_id: id, number: number ?? 0 });
  const options = { enabled: number !== null, ...CATALOGUE };
  return server.useQuery("get", "/api/workflows/{workflow_id}/versions/{number}/", init, options);
}
