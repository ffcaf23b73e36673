/** The server's calls, grouped by noun. Forms and errors: `types.ts`, `errors.ts`. */

import { dataOf, done, http } from "@/api/http";
import type { operations } from "@/api/schema.gen";
import type * as T from "@/api/types";

type Signal = AbortSignal | undefined;
/** What a list can be narrowed by; its first page has no cursor. */
type Filter<Operation extends "agent_list" | "workflow_list" | "run_list" | "tool_invocations_list"> = Omit<
  NonNullable<operations[Operation]["parameters"]["query"]>,
  "cursor"
> & { cursor?: string | null };
export type RunFilter = Filter<"run_list">;
export type ApprovalFilter = { status?: "open" | "done"; run?: string; cursor?: string | null };
export type InvocationFilter = Filter<"tool_invocations_list">;

const paged = <Query extends { cursor?: string | null }>({ cursor, ...narrow }: Query) => ({
  query: { ...narrow, cursor: cursor ?? undefined },
});
const workflow = (id: string) => ({ path: { workflow_id: id } });
const agent = (id: string) => ({ path: { agent_id: id } });
const node = (id: string, key: string) => ({ path: { workflow_id: id, node_key: key } });
const run = (id: string) => ({ path: { run_id: id } });
const toolConfig = (id: string) => ({ path: { config_id: id } });
const toolSession = (id: string) => ({ path: { session_id: id } });
const workflowTest = (id: string) => ({ path: { test_id: id } });
const provider = (id: string) => ({ path: { provider_id: id } });
const credential = (id: string) => ({ path: { credential_id: id } });

const session = {
  /** Also sets the CSRF cookie. */
  get: (signal?: Signal) => dataOf<T.Session>(() => http.GET("/api/session/", { signal })),
  signIn: (body: { username: string; password: string }) =>
    dataOf<T.Session>(() => http.POST("/api/session/", { body })),
  signOut: () => done(() => http.DELETE("/api/session/")),
  setUp: (body: { token: string; username: string; password: string }) =>
    dataOf<T.Session>(() => http.POST("/api/setup/", { body })),
};

const workflows = {
  list: (query: Filter<"workflow_list"> = {}, signal?: Signal) =>
    dataOf<T.Page<T.WorkflowSummary>>(() => http.GET("/api/workflows/", { params: paged(query), signal })),
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
  duplicate: (id: string) =>
    dataOf<T.WorkflowSummary>(() =>
      http.POST("/api/workflows/{workflow_id}/duplicate/", { params: workflow(id) }),
    ),
  templates: (signal?: Signal) =>
    dataOf<T.WorkflowTemplate[]>(() => http.GET("/api/workflow-templates/", { signal })),
  export: (id: string) =>
    dataOf<T.WorkflowFile>(() => http.GET("/api/workflows/{workflow_id}/export/", { params: workflow(id) })),
  import: (body: T.WorkflowFile) =>
    dataOf<T.WorkflowSummary>(() => http.POST("/api/workflows/import/", { body })),
  graph: (id: string, signal?: Signal) =>
    dataOf<T.Graph>(() => http.GET("/api/workflows/{workflow_id}/graph/", { params: workflow(id), signal })),
  saveGraph: (id: string, body: { revision: number; operations: T.GraphOperation[] }) =>
    dataOf<T.GraphSaved>(() =>
      http.PATCH("/api/workflows/{workflow_id}/graph/", { params: workflow(id), body }),
    ),
  versions: (id: string, signal?: Signal) =>
    dataOf<T.WorkflowVersion[]>(() =>
      http.GET("/api/workflows/{workflow_id}/versions/", { params: workflow(id), signal }),
    ),
  publish: (id: string) =>
    dataOf<T.PublishedVersion>(() =>
      http.POST("/api/workflows/{workflow_id}/versions/", { params: workflow(id) }),
    ),
  /** `idempotencyKey`: the same key answers with the same run instead of a second one. */
  startRun: (
    id: string,
    body: { inputs: T.JsonObject; mode?: T.RunMode; until_node?: string },
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
  preview: (id: string, key: string, body: { template: string }, signal?: Signal) =>
    dataOf<T.Preview>(() =>
      http.POST("/api/workflows/{workflow_id}/nodes/{node_key}/preview/", {
        params: node(id, key),
        body,
        signal,
      }),
    ),
};

const runs = {
  list: (query: RunFilter = {}, signal?: Signal) =>
    dataOf<T.Page<T.RunSummary>>(() => http.GET("/api/runs/", { params: paged(query), signal })),
  get: (id: string, signal?: Signal) =>
    dataOf<T.Run>(() => http.GET("/api/runs/{run_id}/", { params: run(id), signal })),
  node: (id: string, key: string, scope: string, signal?: Signal) =>
    dataOf<T.NodeRun>(() =>
      http.GET("/api/runs/{run_id}/nodes/{node_key}/", {
        params: { path: { run_id: id, node_key: key }, query: { scope } },
        signal,
      }),
    ),
  events: (id: string, query: { after?: number; limit?: number } = {}, signal?: Signal) =>
    dataOf<{ results: T.RunEvent[] }>(() =>
      http.GET("/api/runs/{run_id}/events/", { params: { ...run(id), query }, signal }),
    ),
  /** Keep what the run heard, so that it can be replayed without network. */
  saveAsTest: (id: string, name: string) =>
    dataOf<T.WorkflowTest>(() => http.POST("/api/runs/{run_id}/test/", { params: run(id), body: { name } })),
  /** Run again what failed; what succeeded is taken over. */
  retry: (id: string) => dataOf<T.Run>(() => http.POST("/api/runs/{run_id}/retry/", { params: run(id) })),
  /** Run again from one node on; what came before is taken over. */
  fork: (id: string, body: T.RunFork) =>
    dataOf<T.Run>(() => http.POST("/api/runs/{run_id}/fork/", { params: run(id), body })),
  /** `scope`: the pass of a container to look into; empty outside. */
  compare: (id: string, other: string, scope: string, signal?: Signal) =>
    dataOf<T.RunComparison>(() =>
      http.GET("/api/runs/{run_id}/compare/", {
        params: { ...run(id), query: { with: other, scope } },
        signal,
      }),
    ),
  /** Pin what a node gave to the node of the graph. */
  pin: (id: string, key: string, scope: string) =>
    dataOf<{ revision: number }>(() =>
      http.POST("/api/runs/{run_id}/nodes/{node_key}/pin/", {
        params: { path: { run_id: id, node_key: key } },
        body: scope === "" ? {} : { scope },
      }),
    ),
  explain: (id: string, signal?: Signal) =>
    dataOf<T.Explanation[]>(() => http.GET("/api/runs/{run_id}/explain/", { params: run(id), signal })),
  cancel: (id: string) =>
    dataOf<T.RunSummary>(() => http.POST("/api/runs/{run_id}/cancel/", { params: run(id) })),
};

const approvals = {
  list: (query: ApprovalFilter = {}, signal?: Signal) =>
    dataOf<T.Page<T.Approval>>(() => http.GET("/api/approvals/", { params: paged(query), signal })),
  answer: (id: number, body: T.ApprovalAnswer) =>
    dataOf<T.Approval>(() =>
      http.POST("/api/approvals/{wait_id}/answer/", { params: { path: { wait_id: id } }, body }),
    ),
};

const nodeTypes = {
  list: (signal?: Signal) => dataOf<T.NodeTypeInfo[]>(() => http.GET("/api/node-types/", { signal })),
};

const tools = {
  types: (signal?: Signal) => dataOf<T.ToolType[]>(() => http.GET("/api/tools/types/", { signal })),
  configs: (signal?: Signal) => dataOf<T.ToolConfig[]>(() => http.GET("/api/tools/configs/", { signal })),
  /** Let the server read a skill's folder (zip), its SKILL.md or its JSON; nothing is stored. */
  readSkill: (file: File) => {
    const form = new FormData();
    form.set("file", file);
    return dataOf<T.JsonObject>(() =>
      http.POST("/api/tools/skills/", { body: { file: file.name }, bodySerializer: () => form }),
    );
  },
  /** Look through Python for the sandbox; it is neither run nor stored. */
  checkCode: (body: T.CodeCheck, signal?: Signal) =>
    dataOf<{ findings: T.CodeFinding[] }>(() => http.POST("/api/tools/code-check/", { body, signal })),
  createConfig: (body: T.ToolConfigDraft) =>
    dataOf<T.ToolConfig>(() => http.POST("/api/tools/configs/", { body })),
  /** A secret that is left out or null keeps its stored value. */
  updateConfig: (id: string, body: T.ToolConfigChanges) =>
    dataOf<T.ToolConfig>(() =>
      http.PATCH("/api/tools/configs/{config_id}/", { params: toolConfig(id), body }),
    ),
  removeConfig: (id: string) =>
    done(() => http.DELETE("/api/tools/configs/{config_id}/", { params: toolConfig(id) })),
  testConfig: (id: string, body: { arguments: T.JsonObject; mode: T.RunMode }) =>
    dataOf<T.ToolTest>(() =>
      http.POST("/api/tools/configs/{config_id}/test/", { params: toolConfig(id), body }),
    ),
  health: (id: string, signal?: Signal) =>
    dataOf<T.ToolHealth>(() =>
      http.GET("/api/tools/configs/{config_id}/health/", { params: toolConfig(id), signal }),
    ),
  uses: (id: string, signal?: Signal) =>
    dataOf<T.ToolUse[]>(() =>
      http.GET("/api/tools/configs/{config_id}/workflows/", { params: toolConfig(id), signal }),
    ),
  /** Ask the server behind the stored settings what it offers; the answer is 30 s old at most. */
  functions: (id: string, signal?: Signal) =>
    dataOf<T.ToolFunction[]>(() =>
      http.POST("/api/tools/configs/{config_id}/mcp-tools/", { params: toolConfig(id), signal }),
    ),
  sessions: (signal?: Signal) => dataOf<T.ToolSession[]>(() => http.GET("/api/tools/sessions/", { signal })),
  refreshSession: (id: string) =>
    dataOf<T.ToolSession>(() =>
      http.POST("/api/tools/sessions/{session_id}/refresh/", { params: toolSession(id) }),
    ),
  destroySession: (id: string) =>
    done(() => http.DELETE("/api/tools/sessions/{session_id}/", { params: toolSession(id) })),
  invocations: (query: InvocationFilter = {}, signal?: Signal) =>
    dataOf<T.Page<T.ToolInvocation>>(() =>
      http.GET("/api/tools/invocations/", { params: paged(query), signal }),
    ),
};

const providers = {
  list: (signal?: Signal) => dataOf<T.Provider[]>(() => http.GET("/api/providers/", { signal })),
  presets: (signal?: Signal) =>
    dataOf<T.ProviderPreset[]>(() => http.GET("/api/providers/presets/", { signal })),
  create: (body: T.ProviderDraft) => dataOf<T.Provider>(() => http.POST("/api/providers/", { body })),
  update: (id: string, body: T.ProviderChanges) =>
    dataOf<T.Provider>(() => http.PATCH("/api/providers/{provider_id}/", { params: provider(id), body })),
  remove: (id: string) => done(() => http.DELETE("/api/providers/{provider_id}/", { params: provider(id) })),
  test: (id: string) =>
    dataOf<T.ProviderTest>(() => http.POST("/api/providers/{provider_id}/test/", { params: provider(id) })),
};

const credentials = {
  list: (signal?: Signal) => dataOf<T.Credential[]>(() => http.GET("/api/credentials/", { signal })),
  create: (body: T.CredentialDraft) => dataOf<T.Credential>(() => http.POST("/api/credentials/", { body })),
  /** `values` replaces all that is stored. */
  update: (id: string, body: T.CredentialChanges) =>
    dataOf<T.Credential>(() =>
      http.PATCH("/api/credentials/{credential_id}/", { params: credential(id), body }),
    ),
  remove: (id: string) =>
    done(() => http.DELETE("/api/credentials/{credential_id}/", { params: credential(id) })),
  uses: (id: string, signal?: Signal) =>
    dataOf<T.CredentialUses>(() =>
      http.GET("/api/credentials/{credential_id}/uses/", { params: credential(id), signal }),
    ),
};

const agentPath = (slug: string) => ({ path: { agent_id: slug } });
const conversationPath = (id: string) => ({ path: { conversation_id: id } });

const chat = {
  agent: (slug: string, signal?: Signal) =>
    dataOf<T.ChatAgent>(() => http.GET("/api/agents/{agent_id}/chat/", { params: agentPath(slug), signal })),
  list: (slug: string, query: { search: string; cursor: string | null }, signal?: Signal) =>
    dataOf<T.Page<T.ConversationSummary>>(() =>
      http.GET("/api/agents/{agent_id}/conversations/", {
        params: { ...agentPath(slug), ...paged(query) },
        signal,
      }),
    ),
  create: (slug: string) =>
    dataOf<T.Conversation>(() =>
      http.POST("/api/agents/{agent_id}/conversations/", { params: agentPath(slug), body: { title: "" } }),
    ),
  get: (id: string, signal?: Signal) =>
    dataOf<T.Conversation>(() =>
      http.GET("/api/conversations/{conversation_id}/", { params: conversationPath(id), signal }),
    ),
  update: (id: string, body: { title?: string; deleted?: boolean }) =>
    dataOf<T.ConversationSummary>(() =>
      http.PATCH("/api/conversations/{conversation_id}/", { params: conversationPath(id), body }),
    ),
  /** Say something, or ask once more. */
  say: (id: string, body: T.TurnDraft) =>
    dataOf<T.Turn>(() =>
      http.POST("/api/conversations/{conversation_id}/turns/", {
        params: conversationPath(id),
        body: { files: [], ...body },
      }),
    ),
  judge: (id: string, body: { value: -1 | 0 | 1; comment?: string }) =>
    dataOf<T.Turn>(() =>
      http.POST("/api/turns/{turn_id}/feedback/", {
        params: { path: { turn_id: id } },
        body: { comment: "", ...body },
      }),
    ),
  upload: (body: T.ChatFileDraft) => dataOf<T.Attachment>(() => http.POST("/api/chat-files/", { body })),
  shares: (slug: string, signal?: Signal) =>
    dataOf<T.Page<T.ChatShare>>(() =>
      http.GET("/api/agents/{agent_id}/shares/", { params: agentPath(slug), signal }),
    ),
  /** The answer is the only place that ever holds the link's token. */
  share: (slug: string, body: T.ChatShareDraft) =>
    dataOf<T.NewChatShare>(() =>
      http.POST("/api/agents/{agent_id}/shares/", { params: agentPath(slug), body }),
    ),
  revoke: (id: number) =>
    done(() => http.DELETE("/api/shares/{share_id}/", { params: { path: { share_id: id } } })),
  shared: (token: string, signal?: Signal) =>
    dataOf<T.Shared>(() => http.GET("/api/shared/{token}/", { params: { path: { token } }, signal })),
  beginShared: (token: string) =>
    dataOf<T.SharedConversation>(() =>
      http.POST("/api/shared/{token}/conversations/", { params: { path: { token } } }),
    ),
  sharedConversation: (token: string, id: string, signal?: Signal) =>
    dataOf<T.SharedConversation>(() =>
      http.GET("/api/shared/{token}/conversations/{conversation_id}/", {
        params: { path: { token, conversation_id: id } },
        signal,
      }),
    ),
  sayShared: (token: string, id: string, body: T.SharedMessage) =>
    dataOf<T.SharedTurn>(() =>
      http.POST("/api/shared/{token}/conversations/{conversation_id}/", {
        params: { path: { token, conversation_id: id } },
        body,
      }),
    ),
};

const tokens = {
  list: (signal?: Signal) => dataOf<T.ApiToken[]>(() => http.GET("/api/tokens/", { signal })),
  /** The answer is the only place that ever holds the token itself. */
  create: (body: T.ApiTokenDraft) => dataOf<T.NewApiToken>(() => http.POST("/api/tokens/", { body })),
  remove: (id: number) =>
    done(() => http.DELETE("/api/tokens/{token_id}/", { params: { path: { token_id: id } } })),
};

const evaluation = (id: string) => ({ path: { evaluation_id: id } });

const evaluations = {
  list: (workflowId: string, signal?: Signal) =>
    dataOf<T.Evaluation[]>(() =>
      http.GET("/api/workflows/{workflow_id}/evaluations/", { params: workflow(workflowId), signal }),
    ),
  create: (workflowId: string, body: T.EvaluationDraft) =>
    dataOf<T.Evaluation>(() =>
      http.POST("/api/workflows/{workflow_id}/evaluations/", { params: workflow(workflowId), body }),
    ),
  update: (id: string, body: T.EvaluationDraft) =>
    dataOf<T.Evaluation>(() =>
      http.PATCH("/api/evaluations/{evaluation_id}/", { params: evaluation(id), body }),
    ),
  /** One or two versions by number; null is the graph as it is now. */
  run: (id: string, versions: (number | null)[]) =>
    dataOf<T.EvaluationRound>(() =>
      http.POST("/api/evaluations/{evaluation_id}/rounds/", { params: evaluation(id), body: { versions } }),
    ),
  rounds: (id: string, signal?: Signal) =>
    dataOf<T.EvaluationRound["summary"][]>(() =>
      http.GET("/api/evaluations/{evaluation_id}/rounds/", { params: evaluation(id), signal }),
    ),
  round: (id: string, signal?: Signal) =>
    dataOf<T.EvaluationRound>(() =>
      http.GET("/api/evaluation-rounds/{round_id}/", { params: { path: { round_id: id } }, signal }),
    ),
};

const tests = {
  list: (workflowId: string, signal?: Signal) =>
    dataOf<T.WorkflowTest[]>(() =>
      http.GET("/api/workflows/{workflow_id}/tests/", { params: workflow(workflowId), signal }),
    ),
  import: (workflowId: string, body: T.WorkflowTestFile) =>
    dataOf<T.WorkflowTest>(() =>
      http.POST("/api/workflows/{workflow_id}/tests/", { params: workflow(workflowId), body }),
    ),
  update: (id: string, body: T.WorkflowTestChanges) =>
    dataOf<T.WorkflowTest>(() =>
      http.PATCH("/api/workflow-tests/{test_id}/", { params: workflowTest(id), body }),
    ),
  remove: (id: string) =>
    done(() => http.DELETE("/api/workflow-tests/{test_id}/", { params: workflowTest(id) })),
  export: (id: string) =>
    dataOf<T.WorkflowTestFile>(() =>
      http.GET("/api/workflow-tests/{test_id}/export/", { params: workflowTest(id) }),
    ),
  /** Replays the test over the graph as it is now; the answer comes when it has ended. */
  replay: (id: string) =>
    dataOf<T.WorkflowTestResult>(() =>
      http.POST("/api/workflow-tests/{test_id}/results/", { params: workflowTest(id), body: {} }),
    ),
  results: (id: string, signal?: Signal) =>
    dataOf<T.WorkflowTestResult[]>(() =>
      http.GET("/api/workflow-tests/{test_id}/results/", { params: workflowTest(id), signal }),
    ),
};

const agents = {
  list: (query: Filter<"agent_list"> = {}, signal?: Signal) =>
    dataOf<T.Page<T.AgentSummary>>(() => http.GET("/api/agents/", { params: paged(query), signal })),
  create: (document: T.AgentDocument) =>
    dataOf<T.Agent>(() => http.POST("/api/agents/", { body: { document } })),
  import: (body: T.AgentDocument) => dataOf<T.Agent>(() => http.POST("/api/agents/import/", { body })),
  inventory: (signal?: Signal) =>
    dataOf<T.InventoryEntry[]>(() => http.GET("/api/agents/inventory/", { signal })),
  get: (id: string, signal?: Signal) =>
    dataOf<T.Agent>(() => http.GET("/api/agents/{agent_id}/", { params: agent(id), signal })),
  update: (id: string, body: { document: T.AgentDocument; revision: number }) =>
    dataOf<T.Agent>(() => http.PATCH("/api/agents/{agent_id}/", { params: agent(id), body })),
  remove: (id: string) => done(() => http.DELETE("/api/agents/{agent_id}/", { params: agent(id) })),
  export: (id: string) =>
    dataOf<T.AgentDocument>(() => http.GET("/api/agents/{agent_id}/export/", { params: agent(id) })),
  addTool: (id: string, tool_id: string) =>
    dataOf<T.Agent>(() =>
      http.POST("/api/agents/{agent_id}/tools/", { params: agent(id), body: { tool_id } }),
    ),
};

export const api = {
  tests,
  evaluations,
  session,
  agents,
  workflows,
  runs,
  approvals,
  nodeTypes,
  tools,
  providers,
  credentials,
  tokens,
  chat,
};
