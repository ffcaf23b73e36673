/** Cached reads of workflows, their graphs and versions. */

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { WorkflowFilter } from "@/api/calls/workflows";
import { api } from "@/api/client";
import { CATALOGUE, paging } from "@/api/queries/policy";
import { queryKeys } from "@/api/query-keys";

export function useNodeTypes() {
  return useQuery({
    queryKey: queryKeys.nodeTypes,
    queryFn: ({ signal }) => api.nodeTypes.list(signal),
    ...CATALOGUE,
  });
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

export function useLibrary() {
  return useQuery({ queryKey: queryKeys.library, queryFn: ({ signal }) => api.workflows.library(signal) });
}

export function useWorkflowCallers(ids: string[]) {
  return useQuery({
    queryKey: queryKeys.workflowCallers(ids),
    queryFn: ({ signal }) => api.workflows.callers(ids, signal),
    gcTime: 0,
  });
}

export function useWorkflow(id: string, enabled = true) {
  return useQuery({
    queryKey: queryKeys.workflow(id),
    queryFn: ({ signal }) => api.workflows.get(id, signal),
    enabled,
  });
}

export function useGraph(id: string) {
  return useQuery({
    queryKey: queryKeys.graph(id),
    queryFn: ({ signal }) => api.workflows.graph(id, signal),
    gcTime: 0,
    ...CATALOGUE,
  });
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

export function useVersion(id: string, number: number | null) {
  return useQuery({
    queryKey: queryKeys.version(id, number ?? 0),
    queryFn: ({ signal }) => api.workflows.version(id, number ?? 0, signal),
    enabled: number !== null,
    ...CATALOGUE,
  });
}
