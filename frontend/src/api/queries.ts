/** Cached reads for components. Writes are mutations in the features; they refresh by `queryKeys`. */

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { AgentFilter } from "@/api/calls/agents";
import type { ApprovalFilter, RunFilter } from "@/api/calls/runs";
import type { InvocationFilter } from "@/api/calls/tools";
import type { WorkflowFilter } from "@/api/calls/workflows";
import { api } from "@/api/client";
import { cursorOf } from "@/api/http";
import { queryKeys } from "@/api/query-keys";
import type { ResultPage } from "@/api/types";

/** Catalogues change only when the server is upgraded. */
const CATALOGUE = { staleTime: Number.POSITIVE_INFINITY };

const OPEN_RUNS_EVERY_MS = 4_000;
const FUNCTIONS_EVERY_MS = 30_000;
const SESSIONS_EVERY_MS = 30_000;
const APPROVALS_EVERY_MS = 15_000;
const OVERVIEW_EVERY_MS = 30_000;
const INBOX_EVERY_MS = 15_000;
const ROUND_EVERY_MS = 1_500;

/** How a list that comes in pages goes on. */
export const paging = {
  initialPageParam: cursorOf(null),
  getNextPageParam: (page: ResultPage<unknown>) => cursorOf(page.next),
};

export function useSession() {
  return useQuery({
    queryKey: queryKeys.session,
    queryFn: ({ signal }) => api.session.get(signal),
    ...CATALOGUE,
  });
}

export function useBrowserSessions() {
  return useQuery({
    queryKey: queryKeys.browserSessions,
    queryFn: ({ signal }) => api.session.list(signal),
  });
}

export function useAccountLink(token: string) {
  return useQuery({
    queryKey: queryKeys.accountLink(token),
    queryFn: ({ signal }) => api.session.link(token, signal),
    ...CATALOGUE,
  });
}

export function useNodeTypes() {
  return useQuery({
    queryKey: queryKeys.nodeTypes,
    queryFn: ({ signal }) => api.nodeTypes.list(signal),
    ...CATALOGUE,
  });
}

export function useToolTypes() {
  return useQuery({
    queryKey: queryKeys.toolTypes,
    queryFn: ({ signal }) => api.tools.types(signal),
    ...CATALOGUE,
  });
}

export function useToolConfigs() {
  return useQuery({ queryKey: queryKeys.toolConfigs, queryFn: ({ signal }) => api.tools.configs(signal) });
}

export function useInvocations(filter: Omit<InvocationFilter, "cursor">) {
  return useInfiniteQuery({
    queryKey: queryKeys.invocations(filter),
    queryFn: ({ pageParam, signal }) => api.tools.invocations({ ...filter, cursor: pageParam }, signal),
    ...paging,
  });
}

export function useProviders() {
  return useQuery({ queryKey: queryKeys.providers, queryFn: ({ signal }) => api.providers.list(signal) });
}

export function useProviderPresets() {
  return useQuery({
    queryKey: queryKeys.providerPresets,
    queryFn: ({ signal }) => api.providers.presets(signal),
    ...CATALOGUE,
  });
}

export function useCredentials() {
  return useQuery({ queryKey: queryKeys.credentials, queryFn: ({ signal }) => api.credentials.list(signal) });
}

export function useCredentialUses(id: string) {
  return useQuery({
    queryKey: queryKeys.credentialUses(id),
    queryFn: ({ signal }) => api.credentials.uses(id, signal),
  });
}

export function useTokens() {
  return useQuery({ queryKey: queryKeys.tokens, queryFn: ({ signal }) => api.tokens.list(signal) });
}

export function useTemplates() {
  return useQuery({
    queryKey: queryKeys.templates,
    queryFn: ({ signal }) => api.workflows.templates(signal),
    ...CATALOGUE,
  });
}

export function useAgentTemplates() {
  return useQuery({
    queryKey: queryKeys.agentTemplates,
    queryFn: ({ signal }) => api.agents.templates(signal),
    ...CATALOGUE,
  });
}

export function useAgents(filter: AgentFilter = {}) {
  return useInfiniteQuery({
    queryKey: queryKeys.agents(filter),
    queryFn: ({ pageParam, signal }) => api.agents.list({ ...filter, cursor: pageParam }, signal),
    placeholderData: (previous) => previous,
    ...paging,
  });
}

export function useAgent(id: string) {
  return useQuery({ queryKey: queryKeys.agent(id), queryFn: ({ signal }) => api.agents.get(id, signal) });
}

/** What would miss an agent. */
export function useAgentUses(slug: string) {
  return useQuery({
    queryKey: queryKeys.agentUses(slug),
    queryFn: ({ signal }) => api.agents.uses(slug, signal),
    gcTime: 0,
  });
}

export function useAgentVersions(slug: string) {
  return useQuery({
    queryKey: queryKeys.agentVersions(slug),
    queryFn: ({ signal }) => api.agents.versions(slug, signal),
  });
}

export function useAgentVersion(slug: string, number: number) {
  return useQuery({
    queryKey: queryKeys.agentVersion(slug, number),
    queryFn: ({ signal }) => api.agents.version(slug, number, signal),
  });
}

/** What an agent may be given as tools. */
export function useInventory() {
  return useQuery({ queryKey: queryKeys.inventory, queryFn: ({ signal }) => api.agents.inventory(signal) });
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

/** What calls some workflows and would miss them. */
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

/** Only the first state of an editor: afterwards the document store is the truth. */
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

/** A version with its graph, which never changes; null asks for none. */
export function useVersion(id: string, number: number | null) {
  return useQuery({
    queryKey: queryKeys.version(id, number ?? 0),
    queryFn: ({ signal }) => api.workflows.version(id, number ?? 0, signal),
    enabled: number !== null,
    ...CATALOGUE,
  });
}

/** What was written about a node, newest first; an empty key means the workflow as a whole. */
export function useComments(id: string, nodeKey: string) {
  return useInfiniteQuery({
    queryKey: queryKeys.comments(id, nodeKey),
    queryFn: ({ pageParam, signal }) =>
      api.comments.list(id, { node_key: nodeKey, cursor: pageParam }, signal),
    ...paging,
  });
}

/** Which nodes have comments, and how many. */
export function useCommentThreads(id: string) {
  return useInfiniteQuery({
    queryKey: queryKeys.commentThreads(id),
    queryFn: ({ pageParam, signal }) => api.comments.threads(id, { cursor: pageParam }, signal),
    ...paging,
  });
}

/** Whom a comment may mention; null asks for nobody. */
export function useWorkflowPeople(id: string, search: string | null) {
  return useQuery({
    queryKey: queryKeys.workflowPeople(id, search ?? ""),
    queryFn: ({ signal }) => api.comments.people(id, search ?? "", signal),
    enabled: search !== null,
    placeholderData: (previous) => previous,
  });
}

/** Comments that the person who looks should read; looked for again and again, since others write at any time. */
export function useInbox(unread: boolean, enabled = true) {
  return useInfiniteQuery({
    queryKey: queryKeys.inboxItems(unread),
    queryFn: ({ pageParam, signal }) => api.inbox.list({ unread, cursor: pageParam }, signal),
    refetchInterval: INBOX_EVERY_MS,
    enabled,
    ...paging,
  });
}

/** The list refreshes itself while it shows a run that is not over. */
export function useRuns(filter: Omit<RunFilter, "cursor">) {
  return useInfiniteQuery({
    queryKey: queryKeys.runs(filter),
    queryFn: ({ pageParam, signal }) => api.runs.list({ ...filter, cursor: pageParam }, signal),
    placeholderData: (previous) => previous,
    refetchOnMount: "always",
    refetchInterval: ({ state }) => {
      const shown = state.data?.pages.flatMap((page) => page.results) ?? [];
      return shown.some((run) => run.finished_at === null) ? OPEN_RUNS_EVERY_MS : false;
    },
    ...paging,
  });
}

/** The newest runs and failures, and the last 30 days where the browser is. */
export function useOverview() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return useQuery({
    queryKey: queryKeys.overview(timeZone),
    queryFn: ({ signal }) => api.runs.overview(timeZone, signal),
    refetchOnMount: "always",
    refetchInterval: OVERVIEW_EVERY_MS,
  });
}

/** What people may decide; looked for again and again, since others, and runs below a run, ask at any time. */
export function useApprovals(filter: Omit<ApprovalFilter, "cursor">) {
  return useInfiniteQuery({
    queryKey: queryKeys.approvals(filter),
    queryFn: ({ pageParam, signal }) => api.approvals.list({ ...filter, cursor: pageParam }, signal),
    refetchOnMount: "always",
    refetchInterval: filter.status === "done" ? false : filter.run ? OPEN_RUNS_EVERY_MS : APPROVALS_EVERY_MS,
    ...paging,
  });
}

/** `scope` is a pass of a container; the one before stays on the screen until the next is here. */
export function useComparison(id: string, other: string, scope: string) {
  return useQuery({
    queryKey: queryKeys.comparison(id, other, scope),
    queryFn: ({ signal }) => api.runs.compare(id, other, scope, signal),
    enabled: other !== "",
    placeholderData: (previous) => previous,
  });
}

/** Why a run is not over; asked for again while it is looked at. */
export function useExplanation(runId: string, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.explanation(runId),
    queryFn: ({ signal }) => api.runs.explain(runId, signal),
    refetchInterval: OPEN_RUNS_EVERY_MS,
    enabled,
  });
}

/** What had happened in a run that ended before its time. */
export function useReceipt(runId: string, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.receipt(runId),
    queryFn: ({ signal }) => api.runs.receipt(runId, signal),
    enabled,
  });
}

/** A run as it was when the page opened; what happens afterwards comes over the socket. */
export function useRunSnapshot(id: string) {
  return useQuery({
    queryKey: queryKeys.run(id),
    queryFn: ({ signal }) => api.runs.get(id, signal),
    enabled: id !== "",
    gcTime: 0,
    ...CATALOGUE,
  });
}

/** Full inputs and output of one node (events carry them cut to 20 kB). */
export function useNodeRunDetail(runId: string, key: string, scope: string, enabled = true) {
  return useQuery({
    queryKey: queryKeys.nodeRun(runId, key, scope),
    queryFn: ({ signal }) => api.runs.node(runId, key, scope, signal),
    enabled,
  });
}

export function useToolHealth(id: string) {
  return useQuery({
    queryKey: queryKeys.toolHealth(id),
    queryFn: ({ signal }) => api.tools.health(id, signal),
  });
}

export function useToolUses(id: string) {
  return useQuery({
    queryKey: queryKeys.toolUses(id),
    queryFn: ({ signal }) => api.tools.uses(id, signal),
  });
}

/** What a function is called and asks for. */
export function useToolFunction(toolId: string, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.toolFunction(toolId),
    queryFn: ({ signal }) => api.tools.functionOf(toolId, signal),
    enabled,
  });
}

/** What an MCP server offers; asked for again while it is looked at, so that changes of its list are noticed. */
export function useToolFunctions(id: string) {
  return useQuery({
    queryKey: queryKeys.toolFunctions(id),
    queryFn: ({ signal }) => api.tools.functions(id, signal),
    refetchInterval: FUNCTIONS_EVERY_MS,
    retry: false,
  });
}

/** Sessions that live; they end by themselves when nobody uses them. */
export function useToolSessions() {
  return useQuery({
    queryKey: queryKeys.toolSessions,
    queryFn: ({ signal }) => api.tools.sessions(signal),
    refetchOnMount: "always",
    refetchInterval: SESSIONS_EVERY_MS,
  });
}

export function useTests(workflowId: string) {
  return useQuery({
    queryKey: queryKeys.tests(workflowId),
    queryFn: ({ signal }) => api.tests.list(workflowId, signal),
  });
}

export function useTestResults(id: string) {
  return useQuery({
    queryKey: queryKeys.testResults(id),
    queryFn: ({ signal }) => api.tests.results(id, signal),
  });
}

export function useChatAgent(slug: string) {
  return useQuery({
    queryKey: queryKeys.chatAgent(slug),
    queryFn: ({ signal }) => api.chat.agent(slug, signal),
  });
}

/** `tests` are those that try the agent out, instead of the others. */
export function useConversations(slug: string, which: { search?: string; tests?: boolean }) {
  return useInfiniteQuery({
    queryKey: queryKeys.conversations(slug, which),
    queryFn: ({ pageParam, signal }) => api.chat.list(slug, { ...which, cursor: pageParam }, signal),
    placeholderData: (previous) => previous,
    ...paging,
  });
}

export function useConversation(id: string) {
  return useQuery({
    queryKey: queryKeys.conversation(id),
    queryFn: ({ signal }) => api.chat.get(id, signal),
  });
}

export function useShares(slug: string) {
  return useQuery({
    queryKey: queryKeys.shares(slug),
    queryFn: ({ signal }) => api.chat.shares(slug, signal),
  });
}

export function useShared(token: string) {
  return useQuery({
    queryKey: queryKeys.shared(token),
    queryFn: ({ signal }) => api.chat.shared(token, signal),
    ...CATALOGUE,
  });
}

export function useSharedConversation(token: string, id: string | null) {
  return useQuery({
    queryKey: queryKeys.sharedConversation(token, id),
    queryFn: ({ signal }) => api.chat.sharedConversation(token, id ?? "", signal),
    enabled: id !== null,
  });
}

export function useEvaluations(workflowId: string) {
  return useQuery({
    queryKey: queryKeys.evaluations(workflowId),
    queryFn: ({ signal }) => api.evaluations.list(workflowId, signal),
  });
}

export function useEvaluationRounds(id: string) {
  return useQuery({
    queryKey: queryKeys.evaluationRounds(id),
    queryFn: ({ signal }) => api.evaluations.rounds(id, signal),
  });
}

/** Asks again while the round goes on. */
export function useEvaluationRound(id: string) {
  return useQuery({
    queryKey: queryKeys.evaluationRound(id),
    queryFn: ({ signal }) => api.evaluations.round(id, signal),
    refetchInterval: ({ state }) => (state.data?.summary.finished_at === null ? ROUND_EVERY_MS : false),
  });
}
