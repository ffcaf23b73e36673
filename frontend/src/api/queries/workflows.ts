/** Cached reads of workflows, their graphs and versions. */

import { queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { WorkflowFilter } from "@/api/calls/workflows";
import { api } from "@/api/client";
import { CATALOGUE, paging } from "@/api/queries/policy";
import { queryKeys } from "@/api/query-keys";

export const nodeTypesQuery = queryOptions({
  queryKey: queryKeys.nodeTypes,
  queryFn: ({ signal }) => api.nodeTypes.list(signal),
  ...CATALOGUE,
});

export function useNodeTypes() {
  return useQuery(nodeTypesQuery);
}

export function useTemplates() {
  return useQuery({
    queryKey: queryKeys.templates,
    queryFn: ({ signal }) => api.workflows.templates(signal),
    ...CATALOGUE,
  });
}

export function useWorkflows(filter: WorkflowFilter = {}) {
  return useInfiniteQuery({
    queryKey: queryKeys.workflows(filter),
    queryFn: ({ pageParam, signal }) => api.workflows.list({ ...filter, cursor: pageParam }, signal),
    placeholderData: (previous) => previous,
    ...paging,
  });
}

/** Folders and tags with their counts. */
export function useLibrary() {
  return useQuery({ queryKey: queryKeys.library, queryFn: ({ signal }) => api.workflows.library(signal) });
}

/** Callers of some workflows. */
export function useWorkflowCallers(ids: string[]) {
  return useQuery({
    queryKey: queryKeys.workflowCallers(ids),
    queryFn: ({ signal }) => api.workflows.callers(ids, signal),
    gcTime: 0,
  });
}

export const workflowQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.workflow(id),
    queryFn: ({ signal }) => api.workflows.get(id, signal),
  });

export function useWorkflow(id: string, enabled = true) {
  return useQuery({ ...workflowQuery(id), enabled });
}

/** Only the first state of an editor: afterwards the document store is the truth. */
export const graphQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.graph(id),
    queryFn: ({ signal }) => api.workflows.graph(id, signal),
    gcTime: 0,
    ...CATALOGUE,
  });

export function useGraph(id: string) {
  return useQuery(graphQuery(id));
}

export function useInterface(id: string) {
  return useQuery({
    queryKey: queryKeys.interface(id),
    queryFn: ({ signal }) => api.workflows.interface(id, signal),
  });
}

export function useVersions(id: string) {
  return useInfiniteQuery({
    queryKey: queryKeys.versions(id),
    queryFn: ({ pageParam, signal }) => api.workflows.versions(id, { cursor: pageParam }, signal),
    ...paging,
  });
}

/** A version with its graph, which never changes; null asks for none. */
export function useVersion(id: string, number: number | null) {
  return useQuery({
    queryKey: queryKeys.version(id, number ?? 0),
    queryFn: ({ signal }) => api.workflows.version(id, number ?? 0, signal),
    enabled: number !== null,
    ...CATALOGUE,
  });
}
