/** The HTTP API in the name of whoever is signed in in a browser context: sets scenes and reads what was stored. */

import { type APIRequestContext, expect } from "@playwright/test";
import type { KnowledgeBase } from "../src/api/knowledge";
import type {
  Agent,
  Credential,
  JsonObject,
  NewApiToken,
  NewChatShare,
  NewLink,
  NodeRun,
  NodeTypeInfo,
  Provider,
  ProviderCreate,
  ResultPage,
  Run,
  RunEvent,
  RunMode,
  Session,
  TokenScope,
  ToolConfig,
  ToolConfigDraft,
  ToolInvocation,
  Trigger,
  WorkflowCreate,
  WorkflowDocument,
  WorkflowFile,
  WorkflowSummary,
} from "../src/api/types";

const EVENTS_PAGE = 1000;

export class Api {
  constructor(private readonly request: APIRequestContext) {}

  session(): Promise<Session> {
    return this.#send("GET", "/api/session/");
  }

  async setUp(link: string, person: { username: string; password: string }): Promise<void> {
    await this.session();
    await this.#send("POST", "/api/setup/", { token: new URL(link).searchParams.get("token"), ...person });
  }

  async signIn(person: { username: string; password: string }): Promise<void> {
    await this.session();
    await this.#send("POST", "/api/session/", person);
  }

  /** Makes an invitation to a role, if there is one, as the administrator of the stories; returns its link. */
  async invite(note: string, role?: string): Promise<string> {
    await this.confirm();
    const roles = await this.#send<{ id: number; name: string }[]>("GET", "/api/people/roles/");
    const role_ids = roles.filter(({ name }) => name === role).map(({ id }) => id);
    return (await this.#send<NewLink>("POST", "/api/people/invitations/", { note, role_ids })).address;
  }

  createWorkflow(draft: WorkflowCreate): Promise<WorkflowSummary> {
    return this.#send("POST", "/api/workflows/", draft);
  }

  /** Delete the workflows with a text in their names. */
  async deleteWorkflows(text: string): Promise<void> {
    const found: { results: WorkflowSummary[] } = await this.#send(
      "GET",
      `/api/workflows/?search=${encodeURIComponent(text)}`,
    );
    // The search looks into folders and nodes, too.
    const named = found.results.filter(({ name }) => name.includes(text));
    for (const { id } of named) await this.#send("DELETE", `/api/workflows/${id}/`);
  }

  workflow(id: string): Promise<WorkflowSummary> {
    return this.#send("GET", `/api/workflows/${id}/`);
  }

  graph(id: string): Promise<WorkflowDocument> {
    return this.#send("GET", `/api/workflows/${id}/graph/`);
  }

  /** Change a node of the stored graph as another editor would. */
  async changeNode(id: string, key: string, changes: JsonObject): Promise<void> {
    const { revision } = await this.#send<{ revision: number }>("GET", `/api/workflows/${id}/graph/`);
    await this.#send("PATCH", `/api/workflows/${id}/graph/`, {
      revision,
      operations: [{ op: "update_node", key, changes }],
    });
  }

  publish(id: string): Promise<unknown> {
    return this.#send("POST", `/api/workflows/${id}/versions/`, { name: "", note: "" });
  }

  async triggerAddress(id: string, node: string): Promise<string> {
    return (await this.#send<Trigger>("GET", `/api/workflows/${id}/triggers/${node}/`)).address;
  }

  async setSecrets(id: string, node: string, secrets: JsonObject): Promise<void> {
    await this.#send("PUT", `/api/workflows/${id}/triggers/${node}/`, { secrets });
  }

  async offerOverMcp(id: string): Promise<void> {
    await this.#send("PATCH", `/api/workflows/${id}/`, { offered_over_mcp: true });
  }

  /** Confirms that it is still the administrator of the stories, as new tokens ask for. */
  async confirm(): Promise<void> {
    await this.#send("POST", "/api/account/confirmation/", { password: "warp and weft 7" });
  }

  /** Makes an API token with one scope, as the administrator of the stories. */
  async createToken(scope: TokenScope): Promise<string> {
    await this.confirm();
    return (await this.#send<NewApiToken>("POST", "/api/tokens/", { name: scope, scopes: [scope] })).token;
  }

  async pauseTrigger(id: string, node: string): Promise<void> {
    await this.#send("POST", `/api/workflows/${id}/triggers/${node}/pause/`, { reason: "" });
  }

  /** Put a workflow in order, as one's favourite. */
  async place(id: string, place: { folder: string; tags: string[] }): Promise<void> {
    await this.#send("PATCH", `/api/workflows/${id}/`, place);
    await this.#send("POST", `/api/workflows/${id}/favourite/`);
  }

  exported(id: string): Promise<WorkflowFile> {
    return this.#send("GET", `/api/workflows/${id}/export/`);
  }

  nodeTypes(): Promise<NodeTypeInfo[]> {
    return this.#send("GET", "/api/node-types/");
  }

  startRun(id: string, inputs: JsonObject = {}, mode: RunMode = "live"): Promise<Run> {
    return this.#send("POST", `/api/workflows/${id}/runs/`, { inputs, mode });
  }

  run(id: string): Promise<Run> {
    return this.#send("GET", `/api/runs/${id}/`);
  }

  /** Keeps a run that is over as a test of its workflow. */
  keepAsTest(run: string, name: string): Promise<JsonObject> {
    return this.#send("POST", `/api/runs/${run}/test/`, { name });
  }

  nodeRun(id: string, key: string): Promise<NodeRun> {
    return this.#send("GET", `/api/runs/${id}/nodes/${key}/`);
  }

  /** The newest run of a workflow. */
  async lastRun(workflow: string): Promise<Run> {
    const page = await this.#send<ResultPage<Run>>("GET", `/api/runs/?workflow=${workflow}`);
    const [newest] = page.results;
    if (!newest) throw new Error(`workflow ${workflow} was never run`);
    return this.run(newest.id);
  }

  async runCount(workflow: string): Promise<number> {
    return (await this.#send<ResultPage<Run>>("GET", `/api/runs/?workflow=${workflow}`)).results.length;
  }

  async events(id: string): Promise<RunEvent[]> {
    const path = `/api/runs/${id}/events/?after=0&limit=${EVENTS_PAGE}`;
    return (await this.#send<{ results: RunEvent[] }>("GET", path)).results;
  }

  createTool(draft: ToolConfigDraft): Promise<ToolConfig> {
    return this.#send("POST", "/api/tools/configs/", draft);
  }

  /** Calls a tool as its "Test" button does. */
  testTool(id: string, args: JsonObject = {}): Promise<JsonObject> {
    return this.#send("POST", `/api/tools/configs/${id}/test/`, { arguments: args, mode: "live" });
  }

  async invocations(run: string): Promise<ToolInvocation[]> {
    return (await this.#send<ResultPage<ToolInvocation>>("GET", `/api/tools/invocations/?run=${run}`))
      .results;
  }

  /** Make a rule about a kind of tool in one workflow. */
  async rule(effect: "allow" | "ask", tool: string, workflow: string): Promise<void> {
    await this.#send("POST", "/api/tools/policies/", {
      role: null,
      tool_pattern: tool,
      workflow,
      effect,
      note: "",
    });
  }

  /** A table with its rows, as texts under the keys of its columns. */
  async createTable(
    name: string,
    columns: { key: string; name: string }[],
    rows: JsonObject[],
  ): Promise<string> {
    const typed = columns.map((column) => ({ ...column, type: "text" }));
    const { id } = await this.#send<{ id: string }>("POST", "/api/tables/", { name, columns: typed });
    await this.#send("POST", `/api/tables/${id}/rows/`, { rows });
    return id;
  }

  credentials(): Promise<Credential[]> {
    return this.#send("GET", "/api/credentials/");
  }

  /** A secret that signs HTTP requests. */
  createCredential(name: string, secret: string): Promise<Credential> {
    return this.#send("POST", "/api/credentials/", { name, kind: "http", values: { secret } });
  }

  /** Confirm that a credential may be sent to the origin of an address. */
  async confirmOrigin(credential: string, address: string): Promise<void> {
    await this.#send("POST", `/api/credentials/${credential}/origins/`, { origin: address });
  }

  /** Make somebody a member, who takes the workflow up. */
  async addEditor(workflow: string, username: string, person: Api): Promise<void> {
    await this.share(workflow, username);
    await person.#send("PUT", `/api/shared-with-me/workflow/${workflow}/`);
  }

  /** Make somebody a member, who is not asked before. */
  async share(workflow: string, username: string): Promise<void> {
    await this.#send("POST", `/api/workflows/${workflow}/members/`, { username, role: "editor" });
  }

  /** Write a comment; an empty key means the workflow as a whole. */
  async comment(workflow: string, node: string, text: string, mentions: string[] = []): Promise<void> {
    await this.#send("POST", `/api/workflows/${workflow}/comments/`, { node_key: node, text, mentions });
  }

  async removeMember(workflow: string, username: string): Promise<void> {
    await this.#send("DELETE", `/api/workflows/${workflow}/members/?username=${username}`);
  }

  providers(): Promise<Provider[]> {
    return this.#send("GET", "/api/providers/");
  }

  async deleteProvider(id: string): Promise<void> {
    await this.#send("DELETE", `/api/providers/${id}/`);
  }

  createProvider(draft: ProviderCreate): Promise<Provider> {
    return this.#send("POST", "/api/providers/", draft);
  }

  createAgent(document: JsonObject): Promise<Agent> {
    return this.#send("POST", "/api/agents/", { document });
  }

  agent(slug: string): Promise<Agent> {
    return this.#send("GET", `/api/agents/${slug}/`);
  }

  async changeAgent(slug: string, changes: JsonObject): Promise<void> {
    const { document, revision } = await this.agent(slug);
    await this.#send("PATCH", `/api/agents/${slug}/`, { document: { ...document, ...changes }, revision });
  }

  /** A conversation that tries an agent out, still empty. */
  tryOut(agent: string): Promise<JsonObject> {
    return this.#send("POST", `/api/agents/${agent}/conversations/`, { is_test: true });
  }

  /** A link for people without an account who may talk to the agent; returns its address. */
  async shareAgent(agent: string): Promise<string> {
    const made = await this.#send<NewChatShare>("POST", `/api/agents/${agent}/shares/`, {
      right: "chat",
    });
    return `/shared/${made.token}`;
  }

  createKnowledgeBase(name: string): Promise<KnowledgeBase> {
    return this.#send("POST", "/api/knowledge-bases/", { name });
  }

  async #send<T>(method: string, path: string, data?: unknown): Promise<T> {
    const { cookies } = await this.request.storageState();
    const token = cookies.find(({ name }) => name === "csrftoken")?.value ?? "";
    const response = await this.request.fetch(path, { method, data, headers: { "X-CSRFToken": token } });
    expect(response.ok(), `${method} ${path}: ${response.status()} ${await response.text()}`).toBe(true);
    return (response.status() === 204 ? undefined : await response.json()) as T;
  }
}
