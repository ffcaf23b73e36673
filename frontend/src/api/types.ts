/**
 * The HTTP and socket contract under the names that the front end uses.
 *
 * All of it is generated from the server's OpenAPI document (`make schema`); this module only gives names.
 */

import type { components, operations } from "@/api/schema.gen";

type Schemas = components["schemas"];

export type Json = Schemas["Json"];
export type JsonObject = Schemas["JsonObject"];
export type JsonSchema = Schemas["JsonSchema"];
export type LocalText = Schemas["LocalText"];

export type User = Schemas["User"];
export type Session = Schemas["Session"];
export type SecondStep = Schemas["SecondStep"];
export type Confirmation = Schemas["Confirmation"];
export type PasskeyOptions = Schemas["PasskeyOptions"];
export type PasskeyDraft = Schemas["PasskeyCreate"];
export type Factor = Schemas["Factor"];
export type Factors = Schemas["Factors"];
export type TotpOffer = Schemas["TotpOffer"];
export type RecoveryCodes = Schemas["RecoveryCodes"];
export type BrowserSession = Schemas["BrowserSession"];
export type PasswordChange = Schemas["PasswordChange"];
export type SentPrompt = Schemas["SentPrompt"];
export type SentMessage = Schemas["SentMessage"];
export type AlertRule = Schemas["AlertRule"];
export type AlertRuleDraft = Schemas["AlertRuleCreate"];
export type AlertRulePatch = Schemas["AlertRulePatch"];
export type Preferences = Schemas["Preferences"];
export type PreferencesPatch = Schemas["PreferencesPatch"];
export type EmailChange = Schemas["EmailChange"];
export type AccountLink = Schemas["AccountLink"];
export type SetupDraft = Schemas["Setup"];

export type Status = Schemas["Status"];
export type RunMode = Schemas["RunMode"];

export type WorkflowSummary = Schemas["WorkflowSummary"];
export type WorkflowSettings = Schemas["WorkflowSettings"];
export type WorkflowChanges = Schemas["WorkflowPatch"];
export type WorkflowTemplate = Schemas["WorkflowTemplate"];
/** The graph as it is stored in versions and files. */
export type WorkflowDocument = Schemas["Document"];
/** Folders and tags of visible workflows. */
export type Library = Schemas["Library"];
export type WorkflowsChange = Schemas["WorkflowsChange"];
/** Outcome for one of many workflows. */
export type WorkflowOutcome = Schemas["WorkflowOutcome"];
export type WorkflowCallers = Schemas["WorkflowCallers"];
export type WorkflowDraft = Schemas["WorkflowCreate"];
export type WorkflowFile = Schemas["WorkflowFile"];
export type WorkflowImport = Schemas["WorkflowImport"];
export type WorkflowVersion = Schemas["Version"];
export type WorkflowVersionDetail = Schemas["VersionDetail"];
/** Texts of a version. */
export type VersionTexts = Schemas["VersionTexts"];
/** Result of publishing, including broken callers. */
export type PublishedVersion = Schemas["PublishedVersion"];
export type WorkflowInterface = Schemas["Interface"];
/** Somebody beside the owner; who has not taken the workflow up can only read it. */
export type Member = Schemas["Member"];
export type MemberDraft = Schemas["MemberSet"];
/** Something that somebody else shares with the person who asks. */
export type SharedThing = Schemas["SharedThing"];
export type SharedKind = SharedThing["kind"];
export type SharedKey = Pick<SharedThing, "kind" | "id">;
export type PersistentVariables = Schemas["PersistentVariables"];
export type InterfaceCaller = Schemas["InterfaceCaller"];

/** Every list that comes in pages has this form; only the rows differ. */
export type ResultPage<T> = Omit<Schemas["PaginatedRunSummaryList"], "results"> & { results: T[] };

export type Agent = Schemas["Agent"];
export type ListedAgent = Schemas["AgentCard"];
/** Uses of an agent. */
export type AgentUses = Schemas["AgentUses"];
/** `agent_profile.json`. */
export type AgentDocument = Schemas["AgentDocument"];
/** A version of an agent. */
export type AgentVersion = Schemas["AgentVersion"];
export type WholeAgentVersion = Schemas["WholeAgentVersion"];
export type AgentStart = Schemas["AgentCreate"];
export type AgentTemplate = Schemas["AgentTemplate"];
/** A tool that an agent may be given. */
export type InventoryEntry = Schemas["InventoryEntry"];

export type Position = Schemas["Position"];
export type NodeDoc = Schemas["NodeDoc"];
export type EdgeDoc = Schemas["EdgeDoc"];
export type Problem = Schemas["Problem"];
export type Graph = Schemas["Graph"];
export type GraphOperation = Schemas["GraphOperation"];
export type WorkflowSocketMessage = Schemas["WorkflowSocketMessage"];
export type Present = Schemas["Present"];
export type GraphSaved = Schemas["GraphSaved"];
export type GraphChange = Schemas["SavedGraphChange"];

export type Comment = Schemas["Comment"];
export type CommentText = Schemas["CommentText"];
/** The comments on one node, as a number and a state. */
export type CommentThread = Schemas["CommentThread"];
/** Somebody who may be mentioned. */
export type Commenter = Schemas["Commenter"];
export type InboxItem = Schemas["InboxItem"];

export type Port = Schemas["Port"];
export type OutputField = Schemas["OutputField"];
export type OutcomePreview = Schemas["OutcomePreview"];
export type NodeTypeInfo = Schemas["NodeTypeInfo"];
export type TemplateFilter = Schemas["TemplateFilter"];

/** A published trigger of a workflow. */
export type Trigger = Schemas["Trigger"];
export type PollPreview = Schemas["PollPreview"];
/** A submission of a public form, for members. */
export type SentForm = Schemas["SentForm"];
export type SubmissionColumn = Schemas["SubmissionColumn"];
/** Something that arrived at a trigger. */
export type Delivery = Schemas["Delivery"];
export type DeliveryDetail = Schemas["DeliveryDetail"];
/** A way in which senders of webhooks prove themselves. */
/** A chat service that a bot can be in. */
export type BotService = Schemas["BotService"];
export type WebhookSender = Schemas["WebhookSender"];

export type RunError = Schemas["RunError"];
export type Usage = Schemas["Usage"];
export type RunSummary = Schemas["RunSummary"];
/** Run overview of the home page. */
export type Overview = Schemas["Overview"];
export type OverviewDay = Schemas["OverviewDay"];
export type NodeRun = Schemas["NodeRun"];
export type Run = Schemas["Run"];
/** Two runs node by node. */
export type RunComparison = Schemas["RunComparison"];
export type ComparisonRow = Schemas["ComparisonRow"];
export type OutputChange = Schemas["OutputChange"];
export type ComparedValueQuery = operations["run_compare_value"]["parameters"]["query"];
export type RunFork = Schemas["RunFork"];
/** One thing that an unfinished run waits for. */
export type Explanation = Schemas["Explanation"];
export type Receipt = Schemas["Receipt"];
/** Something that a person decides. */
export type Approval = Schemas["Approval"];
export type ApprovalAnswer = Schemas["ApprovalAnswer"];
export type NodePolicy = Schemas["NodePolicy"];
/** A numbered fact about a run; `type` tells which. */
export type RunEvent = Schemas["RunEventFrame"];
export type EventOf<Type extends RunEvent["type"]> = Extract<RunEvent, { type: Type }>;
/** Events about the whole run, and those about one node. */
export type WholeRunEvent = Extract<RunEvent, { type: `run_${string}` }>;
export type NodeEvent = Exclude<RunEvent, WholeRunEvent>;
export type RunSocketMessage = Schemas["RunSocketMessage"];
/** `inputs`: mock outputs of other nodes by key; `config`: the node's config that is not saved yet. */
export type DebugRequest = Schemas["NodeDebug"];
export type Preview = Schemas["Preview"];

export type CodeCheck = Schemas["CodeCheck"];
export type CodeFinding = Schemas["Finding"];
export type CodeReport = Schemas["CodeCheckReport"];
export type ToolType = Schemas["ToolType"];
export type ToolConfig = Schemas["ToolConfig"];
/** A form says what a tool is for, whether it is on and how it is set, though the server has defaults for it all. */
export type ToolConfigDraft = Schemas["ToolConfigCreate"] &
  Required<Pick<Schemas["ToolConfigCreate"], "description" | "enabled" | "config">>;
export type ToolConfigChanges = Schemas["ToolConfigUpdate"];
/** Request of a cURL command. */
export type CurlReport = Schemas["CurlReport"];
export type OpenApiReport = Schemas["OpenApiReport"];
export type ToolTest = Schemas["ToolTestReport"];
/** Recent health of a tool. */
export type ToolHealth = Schemas["ToolHealth"];
/** A workflow that uses a tool. */
export type ToolUses = Schemas["ToolUses"];
/** One of several functions of a tool, and whether it is offered. */
export type ToolFunction = Schemas["ToolFunction"];
export type FunctionForm = Schemas["Function"];
/** State shared by a tool's calls. */
export type ToolSession = Schemas["ToolSession"];
export type ToolInvocation = Schemas["ToolInvocation"];
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

export type ProviderPreset = Schemas["ProviderPreset"];
export type Provider = Schemas["Provider"];
export type ProviderDraft = Schemas["ProviderCreate"];
export type ProviderTrial = Schemas["ProviderTry"];
export type ProviderChanges = Schemas["ProviderUpdate"];
export type ProviderTest = Schemas["ProviderReport"];
/** The variables of the installation, by name. */
export type Environment = Readonly<Record<string, string>>;
export type EnvVariable = Schemas["Variable"];
export type EnvVariableDraft = Schemas["VariableSet"] & { name: string };
export type Credential = Schemas["Credential"];
export type CredentialDraft = Schemas["CredentialCreate"];
/** A way of signing whole requests. */
export type CredentialKind = Schemas["CredentialKind"];
export type CredentialChanges = Schemas["CredentialChange"];
/** A service that accounts can be connected of. */
export type AccountService = Schemas["Service"];
export type AccountDraft = operations["accounts_create"]["requestBody"]["content"]["application/json"];
export type McpAccountDraft = operations["accounts_create_mcp"]["requestBody"]["content"]["application/json"];
export type ConnectedAccount = NonNullable<Credential["account"]>;
export type DeviceCode = Schemas["DeviceCode"];
export type DeviceAnswer = Schemas["DeviceAnswer"];
/** Uses of a credential. */
export type CredentialUses = Schemas["CredentialUses"];
export type ApiToken = Schemas["ApiToken"];
export type ApiTokenDraft = Schemas["ApiTokenCreate"];
export type TokenScope = ApiToken["scopes"][number];
export type NewApiToken = Schemas["NewApiToken"];

export type Evaluation = Schemas["Evaluation"];
export type EvaluationDraft = Schemas["EvaluationCreate"];
export type EvaluationRound = Schemas["EvaluationRound"];
export type EvaluationScore = Schemas["EvaluationScore"];
export type WorkflowTest = Schemas["WorkflowTest"];
export type WorkflowTestChanges = Schemas["WorkflowTestPatch"];
export type WorkflowTestFile = Schemas["WorkflowTestFile"];
export type WorkflowTestResult = Schemas["WorkflowTestResult"];
export type TestFinding = Schemas["TestFinding"];
/** The responder, for a chat. */
export type ChatPartner = Schemas["ChatPartner"];
export type Conversation = Schemas["Conversation"];
export type ConversationSummary = Schemas["ConversationSummary"];
/** A message and its answer. */
export type Turn = Schemas["Turn"];
export type TurnDraft = Omit<Schemas["TurnCreate"], "files" | "key"> & { files?: string[]; key?: string };
/** A file that goes with a message. */
export type Attachment = Schemas["Attachment"];
/** A link for people without an account. */
export type ChatShare = Schemas["ChatShare"];
export type ChatShareChange = Schemas["ChatShareChange"];
export type ChatShareDraft = Schemas["ChatShareCreate"];
export type NewChatShare = Schemas["NewChatShare"];
export type PublicForm = Schemas["PublicForm"];
export type Captcha = Schemas["Captcha"];
export type FormSubmission = Schemas["FormSubmission"];
export type FormStepAnswer = Schemas["FormStepAnswer"];
export type FormStep = Schemas["FormStep"];
export type Submission = Schemas["Submission"];
export type Shared = Schemas["Shared"];
export type SharedConversation = Schemas["SharedConversation"];
export type SharedTurn = Schemas["SharedTurn"];
export type SharedQuestion = Schemas["SharedQuestion"];
export type SharedSocketMessage = Schemas["SharedSocketMessage"];
export type SharedMessage = Schemas["SharedMessage"];

export type FieldError = Schemas["FieldError"];
/** RFC 9457 problem document; which members it has depends on its code. */
export type ProblemDocument = Partial<
  Schemas["ApiProblem"] & Schemas["GraphConflict"] & { reference: string }
>;
