/** Client-side state of a run. */

import { OPEN_STATUSES } from "@/api/rules.gen";
import type { Json, JsonObject, LocalText, RunError, RunEvent, RunSummary, Status, Usage } from "@/api/types";
import type { StreamPiece } from "./stream-text";

export type ToolCallView = {
  callId: string;
  round: number;
  toolId: string;
  function: string;
  title: string;
  arguments: Json;
  status: "running" | "succeeded" | "failed";
  startedAt: string;
  /** The envelope, redacted and cut by the server; null while the call runs. */
  result: JsonObject | null;
  /** Its message in other languages than English. */
  translations: Readonly<Record<string, string>>;
  durationMs: number | null;
  testMode: boolean;
  /** The run that the call waits for. */
  childRun: string | null;
};

export type ModelCallView = {
  round: number;
  model: string;
  provider: string;
  status: "running" | "finished";
  startedAt: string;
  /** When its first words came, counted from its start. */
  firstTextMs: number | null;
  finishReason: string | null;
  usage: Usage | null;
  toolCalls: number;
  durationMs: number | null;
  /** Model thoughts; "" without any. */
  thoughts: string;
};

type SkippedToolView = { toolId: string; title: string; code: string; message: LocalText };
type LogView = { seq: number; level: string; message: string };

/** A time that a node waits for something, until `to`; and how a person ended it. */
export type WaitView = {
  kind: string;
  dueAt: string | null;
  from: string;
  to: string | null;
  answer: { decision: string; by: string } | null;
};
/** When a failed node is tried again; `attempt` is the one that begins then. */
type RetryView = { attempt: number; at: string; error: RunError | null };

export type NodeRunView = {
  key: string;
  /** The pass of the containers around it, e.g. `/each.3`; empty outside. */
  scope: string;
  name: string;
  type: string;
  status: Status;
  attempt: number;
  /** Maximum attempts; 0 until one has failed. */
  attempts: number;
  queuedAt: string | null;
  startedAt: string | null;
  finishedAt: string | null;
  durationMs: number | null;
  output: JsonObject | null;
  /** The output was cut for the event; the full one is in the node run. */
  truncated: boolean;
  /** Output ports that carried on. */
  ports: readonly string[];
  error: RunError | null;
  /** Model text by stream (`r1` is the first round). */
  streams: Readonly<Record<string, string>>;
  /** Lengths and early pieces of the streams; only the reducer reads them. */
  streamTails: Readonly<Record<string, { length: number; early: readonly StreamPiece[] }>>;
  toolCalls: readonly ToolCallView[];
  /** Text being written in its child runs, by run. */
  childTexts: Readonly<Record<string, ChildText>>;
  modelCalls: readonly ModelCallView[];
  logs: readonly LogView[];
  skippedTools: readonly SkippedToolView[];
  /** Everything that it has waited for; the last one has no end while the node waits. */
  waits: readonly WaitView[];
  /** Set between a failed attempt and the next one. */
  retry: RetryView | null;
  mocked: boolean;
  pinned: boolean;
  /** Adopted from the run that this one continues. */
  shared: boolean;
  /** Why it failed, when its policy lets the run go on with another output or at the error port. */
  caught: RunError | null;
  /** Attempts that failed before this one, oldest first. */
  earlier: readonly NodeRunView[];
};

/** One line of the trace, in the order of the facts; details are in the view of the node's `attempt`. */
export type TraceEntry = { id: string; seq: number; at: string; attempt: number } & (
  | { kind: "run"; event: "run_queued" | "run_started" | "run_cancel_requested" | "run_finished" }
  | { kind: "node"; nodeKey: string; scope: string; skipped: boolean }
  | { kind: "again"; nodeKey: string; scope: string }
  | { kind: "model_call"; nodeKey: string; scope: string; round: number }
  | { kind: "tool_call"; nodeKey: string; scope: string; callId: string }
  | { kind: "tools_offered"; nodeKey: string; scope: string; count: number }
  | {
      kind: "tool_skipped";
      nodeKey: string;
      scope: string;
      toolId: string;
      title: string;
      code: string;
      message: LocalText;
    }
  | {
      kind: "knowledge";
      nodeKey: string;
      scope: string;
      base: string;
      found: number;
      shown: number;
      ms: number | null;
    }
  | {
      kind: "knowledge_skipped";
      nodeKey: string;
      scope: string;
      base: string;
      message: LocalText;
    }
  | { kind: "child_run"; nodeKey: string; scope: string; runId: string; title: string; end: Status | null }
  | { kind: "retry"; nodeKey: string; scope: string; delayS: number }
  | { kind: "wait"; nodeKey: string; scope: string }
  | { kind: "log"; nodeKey: string; scope: string; level: string; message: string }
);

type NodeLabel = { name: string; type: string };

export type RunState = {
  run: RunSummary | null;
  /** Status of the run; null while there is none. */
  status: Status | null;
  inputs: JsonObject;
  output: JsonObject | null;
  error: RunError | null;
  /** By address: the key, with the pass in front of it for nodes in containers. */
  nodes: Readonly<Record<string, NodeRunView>>;
  /** Number of waiting ones. */
  waits: number;
  homes: PassView["homes"];
  passes: PassCounts;
  /** Names and types by node key, for nodes without these events (a skipped node never starts). */
  labels: Readonly<Record<string, NodeLabel>>;
  trace: readonly TraceEntry[];
  /** Number of trace lines dropped from a too long trace. */
  leftOut: number;
  /** Highest event number up to which nothing is missing. */
  lastSeq: number;
  /** Events that came before an earlier one. */
  early: Readonly<Record<number, RunEvent>>;
  /** True once all stored events have been replayed. */
  caughtUp: boolean;
};

export const EMPTY_RUN: RunState = {
  run: null,
  status: null,
  inputs: {},
  output: null,
  error: null,
  nodes: {},
  waits: 0,
  homes: {},
  passes: {},
  labels: {},
  trace: [],
  leftOut: 0,
  lastSeq: 0,
  early: {},
  caughtUp: false,
};

const OPEN: ReadonlySet<Status> = new Set(OPEN_STATUSES);

/** The model was still asking for tools after its last round, so the node has no answer of its own. */
export function usedUpRounds({ output, modelCalls }: NodeRunView): boolean {
  // A node behind it may pass the same output on.
  return output?.finishReason === "max_rounds" && modelCalls.length > 0;
}

/** Current wait of the node. */
export function openWait({ waits }: NodeRunView): WaitView | null {
  const last = waits.at(-1);
  return last?.to === null ? last : null;
}

/** Total time of the node's finished waits. */
export function waitedMs({ waits }: NodeRunView): number {
  return waits.reduce((sum, { from, to }) => sum + (to === null ? 0 : Date.parse(to) - Date.parse(from)), 0);
}

export function isOpen(status: Status | null | undefined): boolean {
  return status !== null && status !== undefined && OPEN.has(status);
}

/** The newest text of one run. */
export type ChildText = {
  /** The node that writes and its round. */
  source: string;
  text: string;
  /** End of the server's text so far, in Unicode code points. */
  end: number;
};

/** Number of passes seen by the address of the container. */
export type PassCounts = Readonly<Record<string, number>>;

export type PassView = {
  nodes: Readonly<Record<string, NodeRunView>>;
  /** Keys of the containers around each node that lies in one, outermost first. */
  homes: Readonly<Record<string, readonly string[]>>;
  passes: PassCounts;
  /** Chosen pass by the address of the container; where none is chosen, the newest is shown. */
  picked: Readonly<Record<string, number>>;
};
