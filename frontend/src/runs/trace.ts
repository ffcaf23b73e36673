/** Events of the run itself, and the line that an event adds to the trace. */

import type { EventOf, RunEvent, RunSummary, Status, WholeRunEvent } from "@/api/types";
import { assertNever } from "@/lib/assert-never";
import type { RunState, TraceEntry } from "./types";

/** Reduces an event of the whole run to the state. */
export function applyRunEvent(state: RunState, event: WholeRunEvent): RunState {
  switch (event.type) {
    case "run_queued":
      return withStatus(state, "queued", {});
    case "run_started":
      return withStatus(state, "running", { started_at: event.at });
    case "run_cancel_requested":
      return state;
    case "run_finished":
      return finish(state, event);
    default:
      assertNever(event);
      return state;
  }
}

function finish(state: RunState, { at, payload }: EventOf<"run_finished">): RunState {
  const { status, output, error, usage, duration_ms, nothing_ran = false } = payload;
  const next = withStatus(state, status, { error, finished_at: at, duration_ms, usage, nothing_ran });
  return { ...next, output, error };
}

function withStatus(state: RunState, status: Status, changes: Partial<RunSummary>): RunState {
  return { ...state, status, run: state.run && { ...state.run, ...changes, status } };
}

/**
 * The trace line of an event, or null for events that only change a line that is there.
 *
 * `attempt` is the one that the node is at; an event that has its own counts more.
 */
export function traceEntry(event: RunEvent, attempt: number): TraceEntry | null {
  const own = "attempt" in event.payload ? event.payload.attempt : undefined;
  const base = { id: `${event.type}:${event.seq}`, seq: event.seq, at: event.at, attempt: own ?? attempt };
  switch (event.type) {
    case "run_queued":
    case "run_started":
    case "run_cancel_requested":
    case "run_finished":
      return { ...base, kind: "run", event: event.type };
    case "node_started":
      return { ...base, ...placeOf(event), kind: "node", skipped: false };
    case "node_skipped":
      return { ...base, ...placeOf(event), kind: "node", skipped: true };
    case "model_call_started":
      return { ...base, ...placeOf(event), kind: "model_call", round: event.payload.round };
    case "tool_call_started":
      return { ...base, ...placeOf(event), kind: "tool_call", callId: event.payload.call_id };
    case "tools_offered":
      return { ...base, ...placeOf(event), kind: "tools_offered", count: event.payload.count };
    case "tool_skipped": {
      const { tool_id: toolId, title, code, message } = event.payload;
      return { ...base, ...placeOf(event), kind: "tool_skipped", toolId, title, code, message };
    }
    case "node_retry_scheduled":
      return { ...base, ...placeOf(event), kind: "retry", delayS: event.payload.delay_s };
    case "node_waiting":
      return { ...base, ...placeOf(event), kind: "wait" };
    case "knowledge_searched": {
      const { knowledge_base, found, passages, duration_ms: ms } = event.payload;
      const about = { base: knowledge_base, found, shown: passages.length, ms };
      return { ...base, ...placeOf(event), kind: "knowledge", ...about };
    }
    case "knowledge_skipped": {
      const { knowledge_base, message } = event.payload;
      return { ...base, ...placeOf(event), kind: "knowledge_skipped", base: knowledge_base, message };
    }
    case "child_run_started":
    case "child_run_finished": {
      const { run_id: runId, title } = event.payload;
      const end = event.type === "child_run_finished" ? event.payload.status : null;
      return { ...base, ...placeOf(event), kind: "child_run", runId, title, end };
    }
    case "node_log": {
      const { level, message } = event.payload;
      return { ...base, ...placeOf(event), kind: "log", level, message };
    }
    case "node_queued":
    case "node_text_appended":
    case "node_resumed":
    case "node_succeeded":
    case "node_failed":
    case "node_cancelled":
    case "model_call_finished":
    case "tool_call_finished":
      return null;
    default:
      assertNever(event);
      return null;
  }
}

type Place = { nodeKey: string; scope: string };

function placeOf(event: { node_key: string; payload: { scope?: string } }): Place {
  return { nodeKey: event.node_key, scope: event.payload.scope ?? "" };
}
