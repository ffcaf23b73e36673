/** The server's calls, grouped by noun. Forms and errors: `types.ts`, `errors.ts`. */

import { call } from "@/api/http";
import type * as T from "@/api/types";

type Signal = AbortSignal | undefined;
type ListQuery = { search?: string; cursor?: string | null };
export type RunFilter = {
  workflow?: string;
  status?: T.Status;
  kind?: "run" | "debug";
  cursor?: string | null;
};
export type InvocationFilter = {
  tool?: string;
  user?: string;
  result?: string;
  run?: string;
  cursor?: string | null;
};

const workflow = (id: string) => `/api/workflows/${encodeURIComponent(id)}/`;
const node = (id: string, key: string) => `${workflow(id)}nodes/${encodeURIComponent(key)}/`;
const run = (id: string) => `/api/runs/${encodeURIComponent(id)}/`;
const toolConfig = (id: string) => `/api/tools/configs/${encodeURIComponent(id)}/`;
const provider = (id: string) => `/api/providers/${encodeURIComponent(id)}/`;

const session = {
  /** Also sets the CSRF cookie. */
  get: (signal?: Signal) => call<T.Session>("GET", "/api/session/", { signal }),
  signIn: (body: { username: string; password: string }) =>
    call<T.Session>("POST", "/api/session/", { body }),
  signOut: () => call<void>("DELETE", "/api/session/"),
  setUp: (body: { token: string; username: string; password: string }) =>
    call<T.Session>("POST", "/api/setup/", { body }),
};

const workflows = {
  list: (query: ListQuery = {}, signal?: Signal) =>
    call<T.Page<T.WorkflowSummary>>("GET", "/api/workflows/", { query, signal }),
  create: (body: T.WorkflowDraft) => call<T.WorkflowSummary>("POST", "/api/workflows/", { body }),
  get: (id: string, signal?: Signal) => call<T.WorkflowSummary>("GET", workflow(id), { signal }),
  update: (id: string, body: { name?: string; description?: string }) =>
    call<T.WorkflowSummary>("PATCH", workflow(id), { body }),
  remove: (id: string) => call<void>("DELETE", workflow(id)),
  duplicate: (id: string) => call<T.WorkflowSummary>("POST", `${workflow(id)}duplicate/`),
  templates: (signal?: Signal) => call<T.WorkflowTemplate[]>("GET", "/api/workflow-templates/", { signal }),
  export: (id: string) => call<T.WorkflowFile>("GET", `${workflow(id)}export/`),
  import: (body: T.WorkflowFile) => call<T.WorkflowSummary>("POST", "/api/workflows/import/", { body }),
  graph: (id: string, signal?: Signal) => call<T.Graph>("GET", `${workflow(id)}graph/`, { signal }),
  saveGraph: (id: string, body: { revision: number; operations: T.GraphOperation[] }) =>
    call<T.GraphSaved>("PATCH", `${workflow(id)}graph/`, { body }),
  versions: (id: string, signal?: Signal) =>
    call<T.WorkflowVersion[]>("GET", `${workflow(id)}versions/`, { signal }),
  publish: (id: string) => call<T.WorkflowVersion>("POST", `${workflow(id)}versions/`),
  /** `idempotencyKey`: the same key answers with the same run instead of a second one. */
  startRun: (id: string, body: { inputs: T.JsonObject; mode?: T.RunMode }, idempotencyKey?: string) =>
    call<T.Run>("POST", `${workflow(id)}runs/`, {
      body,
      headers: idempotencyKey ? { "Idempotency-Key": idempotencyKey } : {},
    }),
  debugNode: (id: string, key: string, body: T.DebugRequest) =>
    call<T.Run>("POST", `${node(id, key)}debug/`, { body }),
  preview: (id: string, key: string, body: { template: string; config?: T.JsonObject }, signal?: Signal) =>
    call<T.Preview>("POST", `${node(id, key)}preview/`, { body, signal }),
};

const runs = {
  list: (query: RunFilter = {}, signal?: Signal) =>
    call<T.Page<T.RunSummary>>("GET", "/api/runs/", { query, signal }),
  get: (id: string, signal?: Signal) => call<T.Run>("GET", run(id), { signal }),
  node: (id: string, key: string, signal?: Signal) =>
    call<T.NodeRun>("GET", `${run(id)}nodes/${encodeURIComponent(key)}/`, { signal }),
  events: (id: string, query: { after?: number; limit?: number } = {}, signal?: Signal) =>
    call<{ results: T.RunEvent[] }>("GET", `${run(id)}events/`, { query, signal }),
  cancel: (id: string) => call<T.RunSummary>("POST", `${run(id)}cancel/`),
};

const nodeTypes = {
  list: (signal?: Signal) => call<T.NodeTypeInfo[]>("GET", "/api/node-types/", { signal }),
};

const tools = {
  types: (signal?: Signal) => call<T.ToolType[]>("GET", "/api/tools/types/", { signal }),
  configs: (signal?: Signal) => call<T.ToolConfig[]>("GET", "/api/tools/configs/", { signal }),
  createConfig: (body: T.ToolConfigDraft) => call<T.ToolConfig>("POST", "/api/tools/configs/", { body }),
  /** A secret that is left out or null keeps its stored value. */
  updateConfig: (id: string, body: Partial<T.ToolConfigDraft>) =>
    call<T.ToolConfig>("PATCH", toolConfig(id), { body }),
  removeConfig: (id: string) => call<void>("DELETE", toolConfig(id)),
  testConfig: (id: string, body: { arguments: T.JsonObject; mode: T.RunMode }) =>
    call<T.ToolTest>("POST", `${toolConfig(id)}test/`, { body }),
  invocations: (query: InvocationFilter = {}, signal?: Signal) =>
    call<T.Page<T.ToolInvocation>>("GET", "/api/tools/invocations/", { query, signal }),
};

const providers = {
  list: (signal?: Signal) => call<T.Provider[]>("GET", "/api/providers/", { signal }),
  presets: (signal?: Signal) => call<T.ProviderPreset[]>("GET", "/api/providers/presets/", { signal }),
  create: (body: T.ProviderDraft) => call<T.Provider>("POST", "/api/providers/", { body }),
  update: (id: string, body: Partial<T.ProviderDraft> & { enabled?: boolean }) =>
    call<T.Provider>("PATCH", provider(id), { body }),
  remove: (id: string) => call<void>("DELETE", provider(id)),
  test: (id: string) => call<T.ProviderTest>("POST", `${provider(id)}test/`),
};

const credentials = {
  list: (signal?: Signal) => call<T.Credential[]>("GET", "/api/credentials/", { signal }),
  create: (body: { name: string; kind: string; values: Record<string, string> }) =>
    call<T.Credential>("POST", "/api/credentials/", { body }),
  remove: (id: string) => call<void>("DELETE", `/api/credentials/${encodeURIComponent(id)}/`),
};

const tokens = {
  list: (signal?: Signal) => call<T.ApiToken[]>("GET", "/api/tokens/", { signal }),
  /** The answer is the only place that ever holds the token itself. */
  create: (name: string) => call<T.ApiToken>("POST", "/api/tokens/", { body: { name } }),
  remove: (id: string) => call<void>("DELETE", `/api/tokens/${encodeURIComponent(id)}/`),
};

export const api = { session, workflows, runs, nodeTypes, tools, providers, credentials, tokens };
