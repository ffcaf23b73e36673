/** What each node event does to the node's view. */

import type { JsonObject, RunEvent, Status } from "@/api/types";
import { withoutChild } from "./child-text";
import { textOf, textsOf } from "./config";
import { errorOf, numberOf, objectOrNull, usageOf } from "./run-payload";
import type { ModelCallView, NodeRunView, ToolCallView } from "./run-types";

export function nodeView(key: string, name = key, type = "", scope = ""): NodeRunView {
  return {
    key,
    scope,
    name,
    type,
    status: "queued",
    attempt: 0,
    queuedAt: null,
    startedAt: null,
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
    wait: null,
    retry: null,
    mocked: false,
    pinned: false,
    shared: false,
    caught: null,
    earlier: [],
  };
}

type Reduce = (node: NodeRunView, payload: JsonObject, event: RunEvent) => NodeRunView;

const REDUCERS: Readonly<Record<string, Reduce>> = {
  node_queued: (node, _payload, event) => ({ ...node, status: "queued", queuedAt: event.at }),
  node_retry_scheduled: (node, payload, event) => ({
    ...node,
    status: "queued",
    durationMs: spentSince(node, event),
    retry: {
      attempt: (numberOf(payload.attempt) ?? node.attempt) + 1,
      at: new Date(Date.parse(event.at) + (numberOf(payload.delay_s) ?? 0) * 1000).toISOString(),
      error: errorOf(payload.error, node.key),
    },
  }),
  node_waiting: (node, payload) => ({
    ...node,
    status: "waiting",
    wait: {
      kind: textOf(payload.kind),
      dueAt: textOf(payload.due_at) || null,
      payload: objectOrNull(payload.wait) ?? payload,
    },
  }),
  node_resumed: (node) => ({ ...node, status: "running", wait: null }),
  node_started: started,
  node_succeeded: (node, payload, event) => ({
    ...finished(node, "succeeded", event),
    output: objectOrNull(payload.output),
    truncated: payload.truncated === true || objectOrNull(payload.output)?.truncated === true,
    ports: textsOf(payload.ports),
    error: null,
    pinned: payload.pinned === true,
    caught: errorOf(payload.caught, node.key),
  }),
  node_failed: (node, payload, event) => ({
    ...finished(node, "failed", event),
    error: errorOf(payload.error, node.key),
  }),
  node_skipped: (node, _payload, event) => finished(node, "skipped", event),
  node_cancelled: (node, _payload, event) => finished(node, "cancelled", event),
  node_log: (node, payload, event) => ({
    ...node,
    logs: [...node.logs, { seq: event.seq, level: textOf(payload.level), message: textOf(payload.message) }],
  }),
  model_call_started: modelCallStarted,
  model_call_finished: modelCallFinished,
  tool_call_started: toolCallStarted,
  tool_call_finished: toolCallFinished,
  tool_skipped: toolSkipped,
  child_run_started: childStarted,
  child_run_finished: (node, payload) => withoutChild(node, textOf(payload.run_id)),
};

/** Apply one event; types that are not known are ignored, so that an older page survives a newer server. */
export function reduceNodeEvent(node: NodeRunView, event: RunEvent): NodeRunView {
  return REDUCERS[event.type]?.(node, event.payload, event) ?? node;
}

function started(node: NodeRunView, payload: JsonObject, event: RunEvent): NodeRunView {
  const attempt = numberOf(payload.attempt) ?? 1;
  // A new attempt begins with a clean slate; the same attempt goes on where the journal ended.
  const isAnother = attempt > node.attempt && node.attempt > 0;
  const base = isAnother ? nodeView(node.key, "", "", node.scope) : node;
  return {
    ...base,
    earlier: isAnother ? [...node.earlier, failedAttempt(node)] : node.earlier,
    name: textOf(payload.name) || node.name,
    type: textOf(payload.node_type) || node.type,
    status: "running",
    attempt,
    startedAt: attempt === node.attempt ? earlierOf(node.startedAt, event.at) : event.at,
    durationMs: null,
    error: null,
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

function spentSince({ startedAt }: NodeRunView, { at }: RunEvent): number | null {
  return startedAt === null ? null : Math.max(0, Date.parse(at) - Date.parse(startedAt));
}

/** The view of one attempt; of the present one when the attempt is not known. */
export function attemptOf(node: NodeRunView, attempt: number): NodeRunView {
  return node.earlier.find((view) => view.attempt === attempt) ?? node;
}

/**
 * The event tells how long the last step took; a node that waited, or whose passes ran, began long before it. What is
 * taken over ended long before its event.
 */
function finished(node: NodeRunView, status: Status, event: RunEvent): NodeRunView {
  const step = numberOf(event.payload.duration_ms);
  const shared = event.payload.shared === true;
  const since = shared ? null : spentSince(node, event);
  const durationMs = step === null ? node.durationMs : Math.max(step, since ?? 0);
  return { ...node, status, durationMs, wait: null, retry: null, shared };
}

function modelCallStarted(node: NodeRunView, payload: JsonObject): NodeRunView {
  const call: ModelCallView = {
    round: numberOf(payload.round) ?? 1,
    model: textOf(payload.model),
    provider: textOf(payload.provider),
    status: "running",
    finishReason: null,
    usage: null,
    toolCalls: 0,
    durationMs: null,
  };
  return { ...node, modelCalls: [...node.modelCalls.filter(({ round }) => round !== call.round), call] };
}

function modelCallFinished(node: NodeRunView, payload: JsonObject): NodeRunView {
  const round = numberOf(payload.round) ?? 1;
  const modelCalls = node.modelCalls.map((call): ModelCallView => {
    if (call.round !== round) return call;
    return {
      ...call,
      status: "finished",
      finishReason: textOf(payload.finish_reason),
      usage: usageOf(payload.usage),
      toolCalls: numberOf(payload.tool_calls) ?? 0,
      durationMs: numberOf(payload.duration_ms),
    };
  });
  return { ...node, modelCalls };
}

function toolCallStarted(node: NodeRunView, payload: JsonObject): NodeRunView {
  return withCall(node, { ...callOf(payload), status: "running" });
}

function toolCallFinished(node: NodeRunView, payload: JsonObject): NodeRunView {
  const callId = textOf(payload.call_id);
  const known = node.toolCalls.find((call) => call.callId === callId);
  return withCall(node, {
    ...(known ?? callOf(payload)),
    status: payload.success === true ? "succeeded" : "failed",
    result: objectOrNull(payload.result),
    durationMs: numberOf(payload.duration_ms),
    testMode: payload.test_mode === true,
  });
}

function callOf(payload: JsonObject): ToolCallView {
  return {
    callId: textOf(payload.call_id),
    round: numberOf(payload.round) ?? 1,
    toolId: textOf(payload.tool_id),
    function: textOf(payload.function),
    title: textOf(payload.title) || textOf(payload.function),
    arguments: payload.arguments ?? {},
    status: "running",
    result: null,
    durationMs: null,
    testMode: false,
    childRun: null,
  };
}

function childStarted(node: NodeRunView, payload: JsonObject): NodeRunView {
  const call = node.toolCalls.find(({ callId }) => callId === textOf(payload.call_id));
  return call === undefined ? node : withCall(node, { ...call, childRun: textOf(payload.run_id) });
}

/** Put a call in its place, or at the end when it is new. */
function withCall(node: NodeRunView, call: ToolCallView): NodeRunView {
  const at = node.toolCalls.findIndex(({ callId }) => callId === call.callId);
  return { ...node, toolCalls: at < 0 ? [...node.toolCalls, call] : node.toolCalls.with(at, call) };
}

function toolSkipped(node: NodeRunView, payload: JsonObject): NodeRunView {
  const skipped = {
    toolId: textOf(payload.tool_id),
    title: textOf(payload.title),
    code: textOf(payload.code),
    message: textOf(payload.message),
  };
  return { ...node, skippedTools: [...node.skippedTools, skipped] };
}
