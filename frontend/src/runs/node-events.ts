/** Reduces node events to the node's view. */

import type { EventOf, JsonObject, NodeEvent, RunError, Status } from "@/api/types";
import { textOf } from "@/document/config";
import { assertNever } from "@/lib/assert-never";
import { withoutChild } from "./child-text";
import { EMPTY_TEXT, mergePiece, type StreamPiece } from "./stream-text";
import type { ModelCallView, NodeRunView, ToolCallView } from "./types";

export function nodeView(key: string, name = key, type = "", scope = ""): NodeRunView {
  return {
    key,
    scope,
    name,
    type,
    status: "queued",
    attempt: 0,
    attempts: 0,
    queuedAt: null,
    startedAt: null,
    finishedAt: null,
    durationMs: null,
    output: null,
    truncated: false,
    ports: [],
    error: null,
    streams: {},
    streamTails: {},
    toolCalls: [],
    childTexts: {},
    modelCalls: [],
    logs: [],
    skippedTools: [],
    waits: [],
    retry: null,
    mocked: false,
    pinned: false,
    shared: false,
    caught: null,
    earlier: [],
  };
}

/** Apply one event. */
export function reduceNodeEvent(node: NodeRunView, event: NodeEvent): NodeRunView {
  switch (event.type) {
    case "node_queued":
      return { ...node, status: "queued", queuedAt: event.at };
    case "node_started":
      return started(node, event);
    case "node_retry_scheduled":
      return retryScheduled(node, event);
    case "node_waiting": {
      const { due_at: dueAt, wait } = event.payload;
      const begun = { kind: wait.kind, dueAt, from: event.at, to: null, answer: null };
      return { ...node, status: "waiting", waits: [...node.waits, begun] };
    }
    case "node_resumed":
      return { ...node, status: "running", waits: answered(node.waits, event) };
    case "node_succeeded":
      return succeeded(node, event);
    case "node_failed":
      return { ...finished(node, "failed", event), error: ofNode(node, event.payload.error) };
    case "node_skipped":
      return finished(node, "skipped", event);
    case "node_cancelled":
      return finished(node, "cancelled", event);
    case "node_log": {
      const { level, message } = event.payload;
      return { ...node, logs: [...node.logs, { seq: event.seq, level, message }] };
    }
    case "model_call_started":
      return modelCallStarted(node, event);
    case "model_call_finished":
      return modelCallFinished(node, event.payload);
    case "tool_call_started":
      return withCall(node, callOf(event.payload, event.at, event.payload.arguments));
    case "tool_call_finished":
      return toolCallFinished(node, event);
    case "tool_skipped":
      return toolSkipped(node, event.payload);
    case "child_run_started":
      return childStarted(node, event.payload);
    case "child_run_finished":
      return withoutChild(node, event.payload.run_id);
    case "node_text_appended":
      return withText(node, event.payload.stream, event.payload);
    // These are lines of the trace only.
    case "tools_offered":
    case "knowledge_searched":
    case "knowledge_skipped":
      return node;
    default:
      assertNever(event);
      return node;
  }
}

type Payload<Type extends NodeEvent["type"]> = EventOf<Type>["payload"];

function started(node: NodeRunView, { payload, at }: EventOf<"node_started">): NodeRunView {
  const { attempt } = payload;
  // A new attempt begins with a clean slate; the same attempt goes on where the journal ended.
  const isAnother = attempt > node.attempt && node.attempt > 0;
  const base = isAnother ? nodeView(node.key, "", "", node.scope) : node;
  return {
    ...base,
    earlier: isAnother ? [...node.earlier, failedAttempt(node)] : node.earlier,
    name: payload.name || node.name,
    type: payload.node_type || node.type,
    status: "running",
    attempt,
    attempts: node.attempts,
    startedAt: attempt === node.attempt ? earlierOf(node.startedAt, at) : at,
    finishedAt: null,
    durationMs: null,
    error: null,
    waits: ended(base.waits, at),
    retry: null,
  };
}

function failedAttempt(node: NodeRunView): NodeRunView {
  return { ...node, status: "failed", error: node.retry?.error ?? node.error, retry: null, earlier: [] };
}

/** An attempt that is taken up again began when it first did; a replay comes to that moment after the stored one. */
function earlierOf(known: string | null, at: string): string {
  return known !== null && Date.parse(known) < Date.parse(at) ? known : at;
}

/** Waits end with the node. */
function ended(waits: NodeRunView["waits"], at: string): NodeRunView["waits"] {
  const last = waits.at(-1);
  return last?.to === null ? [...waits.slice(0, -1), { ...last, to: at }] : waits;
}

/** People's answers are kept; that a time was up shows in what came of it. */
function answered(waits: NodeRunView["waits"], { payload, at }: EventOf<"node_resumed">) {
  const { answer, by } = payload;
  const closed = ended(waits, at);
  const last = closed.at(-1);
  if (!last || !by) return closed;
  return [...closed.slice(0, -1), { ...last, answer: { decision: textOf(answer.decision), by } }];
}

function spentSince({ startedAt }: NodeRunView, { at }: { at: string }): number | null {
  return startedAt === null ? null : Math.max(0, Date.parse(at) - Date.parse(startedAt));
}

/** The view of one attempt; of the present one when the attempt is not known. */
export function attemptOf(node: NodeRunView, attempt: number): NodeRunView {
  return node.earlier.find((view) => view.attempt === attempt) ?? node;
}

function retryScheduled(node: NodeRunView, event: EventOf<"node_retry_scheduled">): NodeRunView {
  const { attempt, delay_s: delayS, error } = event.payload;
  const at = new Date(Date.parse(event.at) + delayS * 1000).toISOString();
  const retry = { attempt: attempt + 1, at, error: ofNode(node, error) };
  return {
    ...node,
    status: "queued",
    attempts: event.payload.attempts ?? 0,
    finishedAt: event.at,
    durationMs: spentSince(node, event),
    waits: ended(node.waits, event.at),
    retry,
  };
}

function succeeded(node: NodeRunView, event: EventOf<"node_succeeded">): NodeRunView {
  const { output, truncated, ports, pinned, caught } = event.payload;
  return {
    ...finished(node, "succeeded", event),
    output,
    truncated: truncated === true || output.truncated === true,
    ports,
    error: null,
    pinned: pinned === true,
    caught: caught ? ofNode(node, caught) : null,
  };
}

function ofNode(node: NodeRunView, error: Payload<"node_failed">["error"]): RunError {
  return { ...error, node_key: node.key };
}

type End = { at: string; payload: { scope?: string; duration_ms?: number; shared?: boolean } };

/**
 * The event has the duration of the last step only; a node that waited, or ran passes, began long before. Adopted nodes
 * ended long before their event.
 */
function finished(node: NodeRunView, status: Status, end: End): NodeRunView {
  const { duration_ms: step, shared = false } = end.payload;
  const since = shared ? null : spentSince(node, end);
  const durationMs = step === undefined ? node.durationMs : Math.max(step, since ?? 0);
  const waits = ended(node.waits, end.at);
  return { ...node, status, finishedAt: end.at, durationMs, waits, retry: null, shared };
}

/** Put a piece of model text in its place. */
export function withText(node: NodeRunView, stream: string, piece: StreamPiece): NodeRunView {
  const tail = node.streamTails[stream];
  const before = tail ? { text: node.streams[stream] ?? "", ...tail } : EMPTY_TEXT;
  const after = mergePiece(before, piece);
  if (after === before) return node;
  return {
    ...node,
    streams: { ...node.streams, [stream]: after.text },
    streamTails: { ...node.streamTails, [stream]: { length: after.length, early: after.early } },
  };
}

function modelCallStarted(
  node: NodeRunView,
  { payload: { round, model, provider }, at }: EventOf<"model_call_started">,
): NodeRunView {
  const call: ModelCallView = {
    round,
    model,
    provider,
    status: "running",
    startedAt: at,
    firstTextMs: null,
    finishReason: null,
    usage: null,
    toolCalls: 0,
    durationMs: null,
    thoughts: "",
  };
  return { ...node, modelCalls: [...node.modelCalls.filter((other) => other.round !== round), call] };
}

function modelCallFinished(node: NodeRunView, payload: Payload<"model_call_finished">): NodeRunView {
  const modelCalls = node.modelCalls.map((call): ModelCallView => {
    if (call.round !== payload.round) return call;
    return {
      ...call,
      status: "finished",
      firstTextMs: payload.first_text_ms ?? null,
      finishReason: payload.finish_reason,
      usage: payload.usage,
      toolCalls: payload.tool_calls,
      durationMs: payload.duration_ms,
      thoughts: payload.thoughts ?? "",
    };
  });
  return { ...node, modelCalls };
}

function toolCallFinished(node: NodeRunView, { payload, at }: EventOf<"tool_call_finished">): NodeRunView {
  const known = node.toolCalls.find(({ callId }) => callId === payload.call_id);
  return withCall(node, {
    ...(known ?? callOf(payload, at, {})),
    status: payload.success ? "succeeded" : "failed",
    result: payload.result,
    translations: payload.translations ?? {},
    durationMs: payload.duration_ms,
    testMode: payload.test_mode,
  });
}

type Call = Payload<"tool_call_started"> | Payload<"tool_call_finished">;

function callOf(payload: Call, startedAt: string, shownArguments: JsonObject): ToolCallView {
  return {
    callId: payload.call_id,
    round: payload.round,
    toolId: payload.tool_id,
    function: payload.function,
    title: payload.title || payload.function,
    arguments: shownArguments,
    status: "running",
    startedAt,
    result: null,
    translations: {},
    durationMs: null,
    testMode: false,
    childRun: null,
  };
}

function childStarted(node: NodeRunView, payload: Payload<"child_run_started">): NodeRunView {
  const call = node.toolCalls.find(({ callId }) => callId === payload.call_id);
  return call === undefined ? node : withCall(node, { ...call, childRun: payload.run_id });
}

/** Put a call in its place, or at the end when it is new. */
function withCall(node: NodeRunView, call: ToolCallView): NodeRunView {
  const at = node.toolCalls.findIndex(({ callId }) => callId === call.callId);
  return { ...node, toolCalls: at < 0 ? [...node.toolCalls, call] : node.toolCalls.with(at, call) };
}

function toolSkipped(
  node: NodeRunView,
  { tool_id: toolId, title, code, message }: Payload<"tool_skipped">,
): NodeRunView {
  return { ...node, skippedTools: [...node.skippedTools, { toolId, title, code, message }] };
}
