/** Events of the run itself, and the line that an event adds to the trace. */

import type { JsonObject, RunEvent, RunSummary, Status } from "@/api/types";
import { textOf } from "./config";
import { errorOf, numberOf, objectOrNull, usageOf } from "./run-payload";
import type { RunState, TraceEntry } from "./run-types";

const STATUSES: ReadonlySet<string> = new Set<Status>([
  "queued",
  "running",
  "waiting",
  "succeeded",
  "failed",
  "cancelled",
  "skipped",
]);

/** What an event about the whole run does to the state. */
export function applyRunEvent(state: RunState, event: RunEvent): RunState {
  switch (event.type) {
    case "run_queued":
      return withStatus(state, "queued", {});
    case "run_started":
      return withStatus(state, "running", { started_at: event.at });
    case "run_finished":
      return finish(state, event);
    default:
      return state;
  }
}

function finish(state: RunState, event: RunEvent): RunState {
  const { payload } = event;
  const status = statusOf(payload);
  const error = errorOf(payload.error, null);
  const next = withStatus(state, status, {
    error,
    finished_at: event.at,
    duration_ms: numberOf(payload.duration_ms),
    usage: usageOf(payload.usage) ?? state.run?.usage ?? { input_tokens: 0, output_tokens: 0 },
  });
  return { ...next, output: objectOrNull(payload.output), error };
}

function statusOf(payload: JsonObject): Status {
  const status = textOf(payload.status);
  return STATUSES.has(status) ? (status as Status) : "failed";
}

function withStatus(state: RunState, status: Status, changes: Partial<RunSummary>): RunState {
  return { ...state, status, run: state.run && { ...state.run, ...changes, status } };
}

/**
 * The trace line of an event, or null for events that only change a line that is there.
 *
 * `attempt` is the one that the node is at; an event that tells its own counts more.
 */
export function traceEntry(event: RunEvent, attempt: number): TraceEntry | null {
  const told = numberOf(event.payload.attempt) ?? attempt;
  const base = { id: `${event.type}:${event.seq}`, seq: event.seq, at: event.at, attempt: told };
  const { node_key: nodeKey, payload } = event;
  if (nodeKey === null) return runEntry(base, event.type);
  const scope = textOf(payload.scope);
  switch (event.type) {
    case "node_started":
      return { ...base, kind: "node", nodeKey, scope, skipped: false };
    case "node_skipped":
      return { ...base, kind: "node", nodeKey, scope, skipped: true };
    case "model_call_started":
      return { ...base, kind: "model_call", nodeKey, scope, round: numberOf(payload.round) ?? 1 };
    case "tool_call_started":
      return { ...base, kind: "tool_call", nodeKey, scope, callId: textOf(payload.call_id) };
    case "tools_offered":
      return { ...base, kind: "tools_offered", nodeKey, scope, count: numberOf(payload.count) ?? 0 };
    case "tool_skipped":
      return {
        ...base,
        kind: "tool_skipped",
        nodeKey,
        scope,
        toolId: textOf(payload.tool_id),
        title: textOf(payload.title),
        code: textOf(payload.code),
        message: textOf(payload.message),
      };
    case "node_retry_scheduled":
      return {
        ...base,
        kind: "retry",
        nodeKey,
        scope,
        delayS: numberOf(payload.delay_s) ?? 0,
      };
    case "node_resumed":
      return answerEntry(base, nodeKey, scope, payload);
    case "knowledge_searched":
    case "knowledge_skipped":
      return knowledgeEntry(base, event.type, nodeKey, scope, payload);
    case "child_run_started":
    case "child_run_finished":
      return {
        ...base,
        kind: "child_run",
        nodeKey,
        scope,
        runId: textOf(payload.run_id),
        title: textOf(payload.title),
        end: event.type === "child_run_finished" ? statusOf(payload) : null,
      };
    case "node_log":
      return {
        ...base,
        kind: "log",
        nodeKey,
        scope,
        level: textOf(payload.level),
        message: textOf(payload.message),
      };
    default:
      return null;
  }
}

type Base = { id: string; seq: number; at: string; attempt: number };

function knowledgeEntry(
  base: Base,
  type: "knowledge_searched" | "knowledge_skipped",
  nodeKey: string,
  scope: string,
  payload: JsonObject,
): TraceEntry {
  const about = { ...base, nodeKey, scope, base: textOf(payload.knowledge_base) };
  if (type === "knowledge_skipped") {
    const [message, messageZh] = [textOf(payload.message), textOf(payload.message_zh)];
    return { ...about, kind: "knowledge_skipped", message, messageZh };
  }
  const shown = Array.isArray(payload.passages) ? payload.passages.length : 0;
  const ms = numberOf(payload.duration_ms);
  return { ...about, kind: "knowledge", found: numberOf(payload.found) ?? shown, shown, ms };
}

/** People's answers are told; that a time was up shows in what came of it. */
function answerEntry(base: Base, nodeKey: string, scope: string, payload: JsonObject): TraceEntry | null {
  const by = textOf(payload.by);
  if (!by) return null;
  const decision = textOf(objectOrNull(payload.answer)?.decision);
  return { ...base, kind: "answer", nodeKey, scope, wait: textOf(payload.kind), decision, by };
}

function runEntry(base: Base, type: string): TraceEntry | null {
  switch (type) {
    case "run_queued":
    case "run_started":
    case "run_cancel_requested":
    case "run_finished":
      return { ...base, kind: "run", event: type };
    default:
      return null;
  }
}
