/** Pure reducer: socket messages of a run in, the state of the screen out. Every message may come twice or early. */

import type { NodeRun, Run, RunEvent, RunSocketMessage } from "@/api/types";
import { nodeView, reduceNodeEvent } from "./run-node-events";
import { applyRunEvent, traceEntry } from "./run-trace";
import { EMPTY_RUN, type NodeRunView, type RunState } from "./run-types";
import { EMPTY_TEXT, mergePiece, type StreamText, type TextPiece } from "./stream-text";

export * from "./run-types";

/** Apply one message; returns the same object when nothing changed. */
export function applyMessage(state: RunState, message: RunSocketMessage): RunState {
  switch (message.type) {
    case "event":
      return receiveEvent(state, message.event);
    case "text":
      return appendText(state, message.node_key, message.stream, message);
    case "caught_up":
      return catchUp(state, message.seq);
    case "error":
    case "pong":
      return state;
  }
}

export function applyMessages(state: RunState, messages: readonly RunSocketMessage[]): RunState {
  return messages.reduce(applyMessage, state);
}

/** State of a run as stored; its events may be replayed on top. */
export function fromRun(run: Run): RunState {
  const { inputs, output, last_seq: _lastSeq, document, node_runs: nodeRuns, ...summary } = run;
  return {
    ...EMPTY_RUN,
    run: summary,
    status: run.status,
    inputs,
    output,
    error: run.error,
    labels: Object.fromEntries(document.nodes.map(({ key, name, type }) => [key, { name, type }])),
    nodes: Object.fromEntries(nodeRuns.map((nodeRun) => [nodeRun.node_key, fromNodeRun(nodeRun)])),
  };
}

function fromNodeRun(nodeRun: NodeRun): NodeRunView {
  return {
    ...nodeView(nodeRun.node_key, nodeRun.name, nodeRun.type),
    status: nodeRun.status,
    attempt: nodeRun.attempt,
    startedAt: nodeRun.started_at,
    durationMs: nodeRun.duration_ms,
    output: nodeRun.output,
    ports: nodeRun.ports,
    error: nodeRun.error,
    mocked: nodeRun.mocked,
  };
}

function receiveEvent(state: RunState, event: RunEvent): RunState {
  if (event.seq <= state.lastSeq || state.early[event.seq]) return state;
  if (event.seq > state.lastSeq + 1) return { ...state, early: { ...state.early, [event.seq]: event } };
  return drainEarly(applyEvent(state, event));
}

/** Apply early events that follow without a gap. */
function drainEarly(state: RunState): RunState {
  let current = state;
  for (let next = current.early[current.lastSeq + 1]; next; next = current.early[current.lastSeq + 1]) {
    const { [next.seq]: _taken, ...early } = current.early;
    current = applyEvent({ ...current, early }, next);
  }
  return current;
}

/** The server has sent everything up to `seq`: what is still early has no predecessor. */
function catchUp(state: RunState, seq: number): RunState {
  const events = Object.values(state.early).sort((a, b) => a.seq - b.seq);
  let current: RunState = { ...state, early: {} };
  for (const event of events) {
    if (event.seq > current.lastSeq) current = applyEvent(current, event);
  }
  return { ...current, lastSeq: Math.max(current.lastSeq, seq), caughtUp: true };
}

function applyEvent(before: RunState, event: RunEvent): RunState {
  const entry = traceEntry(event);
  const state: RunState = {
    ...before,
    lastSeq: event.seq,
    trace: entry ? [...before.trace, entry] : before.trace,
  };
  if (event.node_key === null) return applyRunEvent(state, event);
  if (event.type === "node_text_appended") {
    const { stream, offset, text } = event.payload;
    if (typeof stream !== "string" || typeof offset !== "number" || typeof text !== "string") return state;
    return appendText(state, event.node_key, stream, { offset, text });
  }
  const node = viewOf(state, event.node_key);
  const next = reduceNodeEvent(node, event);
  return next === node ? state : { ...state, nodes: { ...state.nodes, [event.node_key]: next } };
}

/** What is known about a node; a fresh view for one that has not been heard of. */
function viewOf(state: RunState, key: string): NodeRunView {
  const label = state.labels[key];
  return state.nodes[key] ?? nodeView(key, label?.name, label?.type);
}

function appendText(state: RunState, key: string, stream: string, piece: TextPiece): RunState {
  const node = viewOf(state, key);
  const before = streamOf(node, stream);
  const after = mergePiece(before, piece);
  if (after === before) return state;
  const next: NodeRunView = {
    ...node,
    streams: { ...node.streams, [stream]: after.text },
    streamTails: { ...node.streamTails, [stream]: { length: after.length, early: after.early } },
  };
  return { ...state, nodes: { ...state.nodes, [key]: next } };
}

function streamOf(node: NodeRunView, stream: string): StreamText {
  const tail = node.streamTails[stream];
  return tail ? { text: node.streams[stream] ?? "", ...tail } : EMPTY_TEXT;
}
