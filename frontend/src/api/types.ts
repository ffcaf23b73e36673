/** The HTTP and socket contract: the schemas of the OpenAPI document (`make schema`), and other names for some. */

import type { ApiToken, Credential, components, JsonObject, operations, SharedThing } from "@/api/schema.gen";

export type * from "@/api/schema.gen";

type Schemas = components["schemas"];

export type SetupDraft = Schemas["Setup"];

/** The graph as it is stored in versions and files. */
export type WorkflowDocument = Schemas["Document"];
export type WorkflowVersion = Schemas["Version"];
export type WorkflowInterface = Schemas["Interface"];
export type SharedKind = SharedThing["kind"];
export type SharedKey = Pick<SharedThing, "kind" | "id">;
/** Kinds that are shared with single people. */
export type MemberKind = Extract<SharedKind, "workflow" | "agent">;
export type MembersOf = { kind: MemberKind; id: string; name: string };

/** Query parameters of a list, without the page cursor. */
export type QueryOf<Operation extends keyof operations> = Omit<
  NonNullable<operations[Operation]["parameters"]["query"]>,
  "cursor"
>;

/** Every list that comes in pages has this form; only the rows differ. */
export type ResultPage<T> = Omit<Schemas["PaginatedRunSummaryList"], "results"> & { results: T[] };

export type ListedAgent = Schemas["AgentCard"];

export type ComparedValueQuery = operations["run_compare_value"]["parameters"]["query"];
/** A numbered fact about a run; `type` tells which. */
export type RunEvent = Schemas["RunEventFrame"];
export type EventOf<Type extends RunEvent["type"]> = Extract<RunEvent, { type: Type }>;
/** Events about the whole run, and those about one node. */
export type WholeRunEvent = Extract<RunEvent, { type: `run_${string}` }>;
export type NodeEvent = Exclude<RunEvent, WholeRunEvent>;
/** `inputs`: mock outputs of other nodes by key; `config`: the node's config that is not saved yet. */

export type CodeFinding = Schemas["Finding"];
/** A form says what a tool is for, whether it is on and how it is set, though the server has defaults for it all. */
export type ToolConfigDraft = Schemas["ToolConfigCreate"] &
  Required<Pick<Schemas["ToolConfigCreate"], "description" | "enabled" | "config">>;
/** A tool as an AI node or a tool node stores it: part of a config, which the node type's schema describes. */
export type NodeTool = {
  id: string;
  type: string;
  name: string;
  enabled: boolean;
  config: JsonObject;
  toolConfig: string | null;
  /** Function of a server. */
  function?: string;
};

/** The variables of the installation, by name. */
export type Environment = Readonly<Record<string, string>>;
export type EnvVariable = Schemas["Variable"];
/** A service that accounts can be connected of. */
export type AccountService = Schemas["Service"];
export type AccountDraft = operations["accounts_create"]["requestBody"]["content"]["application/json"];
export type McpAccountDraft = operations["accounts_create_mcp"]["requestBody"]["content"]["application/json"];
export type ConnectedAccount = NonNullable<Credential["account"]>;
export type ApiTokenDraft = Schemas["ApiTokenCreate"];
export type TokenScope = ApiToken["scopes"][number];

export type TurnDraft = Omit<Schemas["TurnCreate"], "files" | "key"> & { files?: string[]; key?: string };

/** RFC 9457 problem document; which members it has depends on its code. */
export type ProblemDocument = Partial<
  Schemas["ApiProblem"] & Schemas["GraphConflict"] & { reference: string }
>;
