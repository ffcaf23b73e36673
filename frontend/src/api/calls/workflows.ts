/** Workflows, their graphs and versions, and what nodes there are. */

import { type PageFilter, paged, type Signal } from "@/api/calls/paging";
import { dataOf, done, http } from "@/api/http";
import type * as T from "@/api/types";

/** Filters and order of a list of workflows. */
export type WorkflowFilter = Omit<PageFilter<"workflow_list">, "cursor">;

const workflow = (id: string) => ({ path: { workflow_id: id } });
const version = (id: string, number: number) => ({ path: { workflow_id: id, number } });
const node = (id: string, key: string) => ({ path: { workflow_id: id, node_key: key } });

export const workflows = {
  list: (query: PageFilter<"workflow_list"> = {}, signal?: Signal) =>
    dataOf<T.ResultPage<T.WorkflowSummary>>(() =>
      http.GET("/api/workflows/", { params: paged(query), signal }),
    ),
  create: (body: T.WorkflowDraft) => dataOf<T.WorkflowSummary>(() => http.POST("/api/workflows/", { body })),
  get: (id: string, signal?: Signal) =>
    dataOf<T.WorkflowSummary>(() =>
      http.GET("/api/workflows/{workflow_id}/", { params: workflow(id), signal }),
    ),
  update: (id: string, body: T.WorkflowChanges) =>
    dataOf<T.WorkflowSummary>(() =>
      http.PATCH("/api/workflows/{workflow_id}/", { params: workflow(id), body }),
    ),
  remove: (id: string) => done(() => http.DELETE("/api/workflows/{workflow_id}/", { params: workflow(id) })),
  library: (signal?: Signal) => dataOf<T.Library>(() => http.GET("/api/workflows/library/", { signal })),
  setFavourite: (id: string, wanted: boolean) =>
    done(() =>
      wanted
        ? http.POST("/api/workflows/{workflow_id}/favourite/", { params: workflow(id) })
        : http.DELETE("/api/workflows/{workflow_id}/favourite/", { params: workflow(id) }),
    ),
  /** Callers of some workflows, pinned versions included. */
  callers: (ids: string[], signal?: Signal) =>
    dataOf<T.WorkflowCallers[]>(() =>
      http.GET("/api/workflows/callers/", { params: { query: { ids } }, signal }),
    ),
  changeMany: (body: T.WorkflowsChange) =>
    dataOf<T.WorkflowOutcome[]>(() => http.POST("/api/workflows/change/", { body })),
  removeMany: (ids: string[]) =>
    dataOf<T.WorkflowOutcome[]>(() => http.POST("/api/workflows/delete/", { body: { ids } })),
  duplicate: (id: string) =>
    dataOf<T.WorkflowSummary>(() =>
      http.POST("/api/workflows/{workflow_id}/duplicate/", { params: workflow(id) }),
    ),
  templates: (signal?: Signal) =>
    dataOf<T.WorkflowTemplate[]>(() => http.GET("/api/workflow-templates/", { signal })),
  export: (id: string) =>
    dataOf<T.WorkflowFile>(() => http.GET("/api/workflows/{workflow_id}/export/", { params: workflow(id) })),
  import: (body: T.WorkflowImport, name: string) =>
    dataOf<T.WorkflowSummary>(() =>
      http.POST("/api/workflows/import/", { params: { query: { name: name || undefined } }, body }),
    ),
  graph: (id: string, signal?: Signal) =>
    dataOf<T.Graph>(() => http.GET("/api/workflows/{workflow_id}/graph/", { params: workflow(id), signal })),
  saveGraph: (id: string, body: { revision: number; operations: T.GraphOperation[]; batch?: string }) =>
    dataOf<T.GraphSaved>(() =>
      http.PATCH("/api/workflows/{workflow_id}/graph/", { params: workflow(id), body }),
    ),
  versions: (id: string, query: PageFilter<"version_list"> = {}, signal?: Signal) =>
    dataOf<T.ResultPage<T.WorkflowVersion>>(() =>
      http.GET("/api/workflows/{workflow_id}/versions/", {
        params: { ...workflow(id), ...paged(query) },
        signal,
      }),
    ),
  version: (id: string, number: number, signal?: Signal) =>
    dataOf<T.WorkflowVersionDetail>(() =>
      http.GET("/api/workflows/{workflow_id}/versions/{number}/", { params: version(id, number), signal }),
    ),
  updateVersion: (id: string, number: number, body: T.VersionTexts) =>
    dataOf<T.WorkflowVersion>(() =>
      http.PATCH("/api/workflows/{workflow_id}/versions/{number}/", { params: version(id, number), body }),
    ),
  /** The stored graph as a tool, and what publishing it would break for whom. */
  interface: (id: string, signal?: Signal) =>
    dataOf<T.WorkflowInterface>(() =>
      http.GET("/api/workflows/{workflow_id}/interface/", { params: workflow(id), signal }),
    ),
  /** Values of `vars` in the next live run. */
  variables: (id: string, signal?: Signal) =>
    dataOf<T.PersistentVariables>(() =>
      http.GET("/api/workflows/{workflow_id}/variables/", { params: workflow(id), signal }),
    ),
  /** Null forgets a variable; those that are not named stay. */
  changeVariables: (id: string, values: T.JsonObject) =>
    dataOf<T.PersistentVariables>(() =>
      http.PATCH("/api/workflows/{workflow_id}/variables/", { params: workflow(id), body: { values } }),
    ),
  /** `revision`: the one that was looked at; the answer is an error when the graph was saved after it. */
  publish: (id: string, body: T.VersionTexts & { revision: number }) =>
    dataOf<T.PublishedVersion>(() =>
      http.POST("/api/workflows/{workflow_id}/versions/", { params: workflow(id), body }),
    ),
  /** `idempotencyKey`: the same key answers with the same run instead of a second one. */
  startRun: (
    id: string,
    body: { inputs: T.JsonObject; mode?: T.RunMode; until_node?: string; version?: number },
    idempotencyKey?: string,
  ) =>
    dataOf<T.Run>(() =>
      http.POST("/api/workflows/{workflow_id}/runs/", {
        params: { ...workflow(id), header: { "Idempotency-Key": idempotencyKey } },
        body,
      }),
    ),
  debugNode: (id: string, key: string, body: T.DebugRequest) =>
    dataOf<T.Run>(() =>
      http.POST("/api/workflows/{workflow_id}/nodes/{node_key}/debug/", { params: node(id, key), body }),
    ),
  /** Expected output of a node with these settings and the values of the last run. */
  outcome: (id: string, key: string, config: T.JsonObject, signal?: Signal) =>
    dataOf<T.OutcomePreview>(() =>
      http.POST("/api/workflows/{workflow_id}/nodes/{node_key}/outcome/", {
        params: node(id, key),
        body: { config },
        signal,
      }),
    ),
  preview: (id: string, key: string, body: { template: string }, signal?: Signal) =>
    dataOf<T.Preview>(() =>
      http.POST("/api/workflows/{workflow_id}/nodes/{node_key}/preview/", {
        params: node(id, key),
        body,
        signal,
      }),
    ),
};

export const nodeTypes = {
  list: (signal?: Signal) => dataOf<T.NodeTypeInfo[]>(() => http.GET("/api/node-types/", { signal })),
};

export const templateFilters = {
  list: () => dataOf<T.TemplateFilter[]>(() => http.GET("/api/template-filters/", {})),
};
