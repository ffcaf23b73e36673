/** The HTTP and socket contract, as the front end sees it. Names equal the OpenAPI component names. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };
export type JsonSchema = { [key: string]: unknown };

/** A text in both interface languages. */
export type LocalText = { en: string; zh: string };

export type User = {
  id: number;
  username: string;
  is_staff: boolean;
  is_superuser: boolean;
  roles: string[];
};
export type Session = { user: User | null; setup_required: boolean };
export type Person = { id: number; username: string };

export type Status = "queued" | "running" | "waiting" | "succeeded" | "failed" | "cancelled" | "skipped";
export type RunMode = "live" | "test";

export type WorkflowSummary = {
  id: string;
  slug: string;
  name: string;
  description: string;
  revision: number;
  owner: Person;
  role: "owner" | "editor" | "viewer";
  node_count: number;
  created_at: string;
  updated_at: string;
  last_run: { id: string; status: Status; created_at: string } | null;
  published_version: number | null;
};

export type WorkflowTemplate = {
  id: string;
  name: LocalText;
  description: LocalText;
  node_types: string[];
  note: LocalText;
};

/** The graph as it is stored in versions and files. */
export type WorkflowDocument = { nodes: NodeDoc[]; edges: EdgeDoc[] };
export type WorkflowDraft = {
  name: string;
  description?: string;
  template?: string;
  document?: WorkflowDocument;
};
export type WorkflowFile = {
  format: "flowloom";
  name: string;
  description: string;
  document: WorkflowDocument;
};
export type WorkflowVersion = { id: string; number: number | null; content_hash: string; created_at: string };

export type Page<T> = { results: T[]; next: string | null; previous: string | null };

export type Position = { x: number; y: number };
export type NodeDoc = {
  key: string;
  name: string;
  type: string;
  type_version: number;
  config: JsonObject;
  position: Position;
  parent: string | null;
  bypass: boolean;
  pinned_output: JsonObject | null;
};
export type EdgeDoc = {
  id: string;
  source: string;
  source_port: string;
  target: string;
  target_port: string;
};
export type Problem = {
  code: string;
  severity: "error" | "warning";
  node_key: string | null;
  edge_id: string | null;
  field: string | null;
  message: LocalText;
};
export type Graph = { revision: number; nodes: NodeDoc[]; edges: EdgeDoc[]; problems: Problem[] };

export type GraphOperation =
  | { op: "add_node"; node: NodeDoc }
  | { op: "update_node"; key: string; changes: Partial<Omit<NodeDoc, "key">> }
  | { op: "remove_node"; key: string }
  | { op: "add_edge"; edge: EdgeDoc }
  | { op: "remove_edge"; id: string };
export type GraphSaved = { revision: number; problems: Problem[] };
export type GraphChange = { revision: number; operations: GraphOperation[]; user: string; at: string };

export type Port = { id: string; title: LocalText };
export type OutputField = {
  name: string;
  type: "string" | "number" | "boolean" | "object" | "array" | "any";
  title: LocalText;
};
export type NodeTypeInfo = {
  id: string;
  version: number;
  category: "input" | "ai" | "tools" | "logic" | "data" | "output";
  icon: string;
  title: LocalText;
  help: LocalText;
  inputs: Port[];
  outputs: Port[];
  effect: "pure" | "repeatable" | "unrepeatable";
  config_schema: JsonSchema;
  default_config: JsonObject;
  output_fields: OutputField[];
  output_fields_from: string | null;
};

export type RunError = { code: string; message: string; node_key: string | null; details?: JsonObject };
export type Usage = { input_tokens: number; output_tokens: number };
export type RunSummary = {
  id: string;
  workflow: { id: string; name: string };
  version: { id: string; number: number | null; content_hash: string };
  kind: "run" | "debug";
  mode: RunMode;
  target_node: string | null;
  trigger: string;
  status: Status;
  error: RunError | null;
  usage: Usage;
  created_by: Person | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  duration_ms: number | null;
};
export type NodeRun = {
  node_key: string;
  name: string;
  type: string;
  status: Status;
  attempt: number;
  inputs: JsonObject;
  output: JsonObject | null;
  ports: string[];
  error: RunError | null;
  usage: JsonObject;
  mocked: boolean;
  started_at: string | null;
  finished_at: string | null;
  duration_ms: number | null;
};
export type Run = RunSummary & {
  inputs: JsonObject;
  output: JsonObject | null;
  last_seq: number;
  document: WorkflowDocument;
  node_runs: NodeRun[];
};

/** `inputs`: mock outputs of other nodes by key; `config`: the node's config that is not saved yet. */
export type DebugRequest = {
  inputs: Record<string, JsonObject>;
  run_inputs: JsonObject;
  config?: JsonObject;
  mode?: RunMode;
};
export type Preview = { text: string; missing: string[] };

export type RunEvent = {
  seq: number;
  type: string;
  node_key: string | null;
  payload: JsonObject;
  at: string;
};
export type RunSocketMessage =
  | { type: "event"; event: RunEvent }
  | { type: "text"; node_key: string; stream: string; offset: number; text: string }
  | { type: "caught_up"; seq: number }
  | { type: "error"; code: string; message: string }
  | { type: "pong" };

export type ToolResultEnvelope = {
  success: boolean;
  operationType: string;
  data: Json;
  message: string;
  metadata: JsonObject;
  code: number;
};
export type ToolType = {
  type: string;
  kind: "configured" | "builtin";
  executor: string;
  title: LocalText;
  help: LocalText;
  icon: string;
  category: string;
  implemented: boolean;
  unimplemented_message: LocalText | null;
  operation: string;
  effect: string;
  requires_permission: boolean;
  config_schema: JsonSchema;
  parameters_schema: JsonSchema;
  default_config: JsonObject;
};
export type ToolConfig = {
  id: string;
  type: string;
  name: string;
  description: string;
  enabled: boolean;
  config: JsonObject;
  secrets_set: string[];
  tool_id: string;
  function_name: string;
  parameters_schema: JsonSchema;
  implemented: boolean;
  owner: Person;
  shared: boolean;
  created_at: string;
  updated_at: string;
};
export type ToolConfigDraft = {
  type: string;
  name: string;
  description: string;
  enabled: boolean;
  shared?: boolean;
  config: JsonObject;
};
/** A tool as an AI node or a tool node stores it. */
export type NodeTool = {
  id: string;
  type: string;
  name: string;
  enabled: boolean;
  config: JsonObject;
  toolConfig: string | null;
};
export type ToolTest = {
  success: boolean;
  result: ToolResultEnvelope;
  code_form: JsonObject;
  duration_ms: number;
};
export type ToolInvocation = {
  id: string;
  at: string;
  username: string;
  tool_id: string;
  title: string;
  executor: string;
  origin: string;
  mode: RunMode;
  decision: string;
  reason: string;
  success: boolean | null;
  code: number | null;
  message: string;
  arguments: JsonObject;
  duration_ms: number | null;
  run_id: string | null;
  workflow_id: string | null;
  node_key: string | null;
};

export type ProviderPreset = {
  id: string;
  title: LocalText;
  wire: "openai" | "anthropic" | "offline";
  base_url: string;
  models: string[];
  needs_key: boolean;
  note: LocalText;
};
export type Provider = {
  id: string;
  name: string;
  preset: string;
  wire: "openai" | "anthropic" | "offline";
  base_url: string;
  default_model: string;
  models: string[];
  key_set: boolean;
  enabled: boolean;
  is_builtin: boolean;
};
export type ProviderDraft = {
  name: string;
  preset: string;
  base_url?: string;
  api_key?: string;
  default_model?: string;
  models?: string[];
};
export type ProviderTest = { ok: boolean; message: string; latency_ms: number };
export type Credential = { id: string; name: string; kind: string; created_at: string };
export type ApiToken = {
  id: string;
  name: string;
  prefix: string;
  created_at: string;
  last_used_at: string | null;
  token?: string;
};

/** RFC 9457 problem document. */
export type ApiProblem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  errors?: { pointer: string; code: string; message: string }[];
  problems?: Problem[];
};
