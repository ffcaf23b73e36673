/** The rows of the timeline: what ran when, each under what it was part of. Pure. */

import type { RunError, RunSummary, Status, Usage } from "@/api/types";
import { attemptOf } from "./node-events";
import { addressOf, stepsOf } from "./passes";
import {
  isOpen,
  type ModelCallView,
  type NodeRunView,
  type RunState,
  type ToolCallView,
  type TraceEntry,
  usedUpRounds,
  type WaitView,
} from "./types";

/** Milliseconds since 1970; an open range has no end. */
export type Span = { from: number; to: number | null };
type Spent = { tokens: number; cost: number };

/** Subject of a row. */
type About =
  | { kind: "run"; run: RunSummary; error: RunError | null }
  | {
      kind: "node";
      name: string;
      attempt: number;
      attempts: number;
      error: RunError | null;
      caught: RunError | null;
      usedUp: boolean;
      queuedAt: number | null;
      waits: readonly WaitView[];
    }
  | { kind: "pass"; index: number }
  | { kind: "attempt"; attempt: number; error: RunError | null; delayS: number | null }
  | { kind: "model"; call: ModelCallView }
  | { kind: "tool"; call: ToolCallView; live: string | null }
  | { kind: "wait"; wait: WaitView }
  | { kind: "note"; entry: TraceEntry };

export type TimelineEntry = Span & {
  id: string;
  depth: number;
  status: Status;
  nodeKey: string;
  scope: string;
  /** Step of the node, as in `ui-store`; null for the node itself. */
  step: string | null;
  /** True if its children are hidden; null without children. */
  folded: boolean | null;
  spent: Spent;
  about: About;
};

type Entry = Exclude<TraceEntry, { kind: "run" }>;
type NodeSteps = { key: string; scope: string; entries: Entry[] };
type Total = Span & { status: Status; spent: Spent; isLoud: boolean };

/** Rows opened or folded by the user, by id. */
export type Folds = Readonly<Record<string, boolean>>;

/** The name of a model or tool call within its node. */
export const stepOf = {
  model: (attempt: number, round: number) => `${attempt}/r${round}`,
  tool: (attempt: number, callId: string) => `${attempt}/${callId}`,
};

export function timelineRows(state: RunState, folds: Folds): TimelineEntry[] {
  return new Builder(state, folds).rows();
}

class Builder {
  private readonly out: TimelineEntry[] = [];
  /** Nodes by address, and the addresses in each pass, in the order in which they began. */
  private readonly steps = new Map<string, NodeSteps>();
  private readonly members = new Map<string, string[]>();
  /** Scopes of the passes of each container. */
  private readonly passes = new Map<string, Set<string>>();

  constructor(
    private readonly state: RunState,
    private readonly folds: Folds,
  ) {}

  rows(): TimelineEntry[] {
    for (const entry of this.state.trace) {
      if (entry.kind !== "run") this.stepsAt(entry.scope, entry.nodeKey).entries.push(entry);
    }
    this.addRun();
    for (const address of this.members.get("") ?? []) this.addNode(address, 0);
    return this.out;
  }

  private stepsAt(scope: string, key: string): NodeSteps {
    const address = addressOf(scope, key);
    const known = this.steps.get(address);
    if (known) return known;
    const made: NodeSteps = { key, scope, entries: [] };
    this.steps.set(address, made);
    this.members.set(scope, [...(this.members.get(scope) ?? []), address]);
    const inner = stepsOf(scope).at(-1);
    if (inner) {
      this.stepsAt(scope.slice(0, scope.lastIndexOf("/")), inner.container.split(":").at(-1) ?? "");
      const passes = this.passes.get(inner.container) ?? new Set();
      this.passes.set(inner.container, passes.add(scope));
    }
    return made;
  }

  private addRun(): void {
    const { run, status, error, trace } = this.state;
    if (!run || !status) return;
    const from = timeOf(run.started_at ?? run.created_at);
    const to = isOpen(status)
      ? null
      : run.duration_ms === null
        ? timeOf(run.finished_at)
        : from + run.duration_ms;
    const about: About = { kind: "run", run, error };
    const place = { nodeKey: "", scope: "", step: null, folded: null };
    this.out.push({ id: "run", depth: 0, status, from, to, ...place, spent: spentBy(run.usage), about });
    const asked = trace.find((entry) => entry.kind === "run" && entry.event === "run_cancel_requested");
    if (asked) this.out.push(pointRow(asked, 0, place));
  }

  /** Adds a node and all that is in it. */
  private addNode(address: string, depth: number): Total {
    const { key, scope, entries } = this.steps.get(address) as NodeSteps;
    const view = this.state.nodes[address];
    const first = timeOf(entries[0]?.at);
    const attempts = view ? [...view.earlier, view] : [];
    const own: Span = {
      from: attempts[0]?.startedAt ? timeOf(attempts[0].startedAt) : first,
      to: endOf(view, first),
    };
    const isSkipped = entries[0]?.kind === "node" && entries[0].skipped;
    const status = view?.status ?? (isSkipped ? "skipped" : "succeeded");
    const place = { nodeKey: key, scope, step: null };
    const passes = [...(this.passes.get(address) ?? [])];
    const row: TimelineEntry = {
      ...{ id: address, depth, status, ...own, ...place, folded: null },
      spent: sumOf(attempts.flatMap(({ modelCalls }) => modelCalls.map(({ usage }) => spentBy(usage)))),
      about: nodeAbout(view, this.state.labels[key]?.name ?? key),
    };
    const isLoud = status === "failed" || status === "waiting" || (view?.earlier.length ?? 0) > 0;
    this.under(row, () => {
      if (attempts.length > 1) {
        for (const attempt of attempts) this.addAttempt(attempt, entries, depth + 1);
      } else this.addEntries(entries, view, depth + 1);
      const totals = passes.map((pass) => this.addPass(pass, depth + 1));
      row.spent = sumOf([row.spent, ...totals.map(({ spent }) => spent)]);
      return true;
    });
    return { ...own, status, spent: row.spent, isLoud };
  }

  private addPass(pass: string, depth: number): Total {
    const { container, index } = stepsOf(pass).at(-1) ?? { container: "", index: 0 };
    const place = { nodeKey: this.steps.get(container)?.key ?? "", scope: pass, step: null, folded: null };
    const row: TimelineEntry = {
      ...{ id: pass, depth, status: "succeeded", from: 0, to: 0, ...place },
      spent: NOTHING,
      about: { kind: "pass", index },
    };
    let total: Total = { from: 0, to: 0, status: "succeeded", spent: NOTHING, isLoud: false };
    this.under(row, () => {
      total = totalOf((this.members.get(pass) ?? []).map((address) => this.addNode(address, depth + 1)));
      const { isLoud, ...sum } = total;
      Object.assign(row, sum);
      return isLoud || isOpen(sum.status);
    });
    return total;
  }

  private addAttempt(view: NodeRunView, entries: readonly Entry[], depth: number): void {
    const own = entries.filter((entry) => entry.attempt === view.attempt);
    const retry = own.find((entry) => entry.kind === "retry");
    const from = timeOf(view.startedAt ?? own[0]?.at);
    const row: TimelineEntry = {
      ...{ id: `${addressOf(view.scope, view.key)}@${view.attempt}`, depth, status: view.status },
      ...{ from, to: endOf(view, from), nodeKey: view.key, scope: view.scope, step: null, folded: null },
      spent: sumOf(view.modelCalls.map(({ usage }) => spentBy(usage))),
      about: {
        kind: "attempt",
        attempt: view.attempt,
        error: view.error,
        delayS: retry?.kind === "retry" ? retry.delayS : null,
      },
    };
    this.under(row, () => {
      this.addEntries(own, view, depth + 1);
      return true;
    });
  }

  private addEntries(entries: readonly Entry[], node: NodeRunView | undefined, depth: number): void {
    for (const entry of entries) {
      const row = this.entryRow(entry, node && attemptOf(node, entry.attempt), depth);
      if (row) this.out.push(row);
    }
  }

  private entryRow(entry: Entry, node: NodeRunView | undefined, depth: number): TimelineEntry | null {
    const { nodeKey, scope, attempt } = entry;
    const place = { nodeKey, scope, step: null, folded: null };
    switch (entry.kind) {
      case "node":
      case "retry":
        return null;
      case "model_call": {
        const call = node?.modelCalls.find(({ round }) => round === entry.round);
        if (!node || !call) return null;
        const status = callStatus(call.status === "running", node, "succeeded");
        const span = callSpan(call, node);
        const step = stepOf.model(attempt, call.round);
        const about: About = { kind: "model", call };
        return { id: entry.id, depth, status, ...span, ...place, step, spent: spentBy(call.usage), about };
      }
      case "tool_call": {
        const call = node?.toolCalls.find(({ callId }) => callId === entry.callId);
        if (!node || !call) return null;
        const status = callStatus(call.status === "running", node, call.status);
        const live =
          call.childRun && status === "running" ? (node.childTexts[call.childRun]?.text ?? null) : null;
        const step = stepOf.tool(attempt, call.callId);
        const about: About = { kind: "tool", call, live };
        return {
          id: entry.id,
          depth,
          status,
          ...callSpan(call, node),
          ...place,
          step,
          spent: NOTHING,
          about,
        };
      }
      case "wait": {
        const wait = node?.waits.find(({ from }) => from === entry.at);
        if (!wait) return null;
        const span = { from: timeOf(wait.from), to: wait.to === null ? null : timeOf(wait.to) };
        const status = wait.to === null ? "waiting" : "succeeded";
        return {
          id: entry.id,
          depth,
          status,
          ...span,
          ...place,
          spent: NOTHING,
          about: { kind: "wait", wait },
        };
      }
      case "knowledge": {
        const point = pointRow(entry, depth, place);
        return { ...point, from: point.from - (entry.ms ?? 0) };
      }
      default:
        return pointRow(entry, depth, place);
    }
  }

  /** Adds a row and what `fill` adds under it, which is left out again when it is folded; `fill` says what is usual. */
  private under(row: TimelineEntry, fill: () => boolean): void {
    const at = this.out.push(row);
    const isUsuallyOpen = fill();
    if (this.out.length === at) return;
    row.folded = !(this.folds[row.id] ?? isUsuallyOpen);
    if (row.folded) this.out.length = at;
  }
}

const NOTHING: Spent = { tokens: 0, cost: 0 };

function timeOf(iso: string | null | undefined): number {
  return iso ? Date.parse(iso) : 0;
}

function spentBy(usage: Usage | null): Spent {
  return usage ? { tokens: usage.input_tokens + usage.output_tokens, cost: usage.cost ?? 0 } : NOTHING;
}

function sumOf(parts: readonly Spent[]): Spent {
  return parts.reduce(
    (sum, { tokens, cost }) => ({ tokens: sum.tokens + tokens, cost: sum.cost + cost }),
    NOTHING,
  );
}

/** Totals of a pass's nodes. */
function totalOf(nodes: readonly Total[]): Total {
  const ends = nodes.map(({ to }) => to);
  const isGoingOn = ends.includes(null);
  const has = (status: Status) => nodes.some((node) => node.status === status);
  const ended = has("failed") ? "failed" : has("cancelled") ? "cancelled" : "succeeded";
  const open = nodes.every(({ status }) => !isOpen(status) || status === "waiting") ? "waiting" : "running";
  return {
    from: Math.min(...nodes.map(({ from }) => from)),
    to: isGoingOn ? null : Math.max(...ends.map((end) => end ?? 0)),
    status: isGoingOn ? open : ended,
    spent: sumOf(nodes.map(({ spent }) => spent)),
    isLoud: nodes.some(({ isLoud }) => isLoud),
  };
}

/** A node without known events has only its beginning. */
function endOf(view: NodeRunView | undefined, first: number): number | null {
  if (!view) return first;
  if (isOpen(view.status)) return null;
  return view.finishedAt ? timeOf(view.finishedAt) : timeOf(view.startedAt) + (view.durationMs ?? 0) || first;
}

type Call = { startedAt: string; durationMs: number | null };

/** A call that was cut off ends with its node. */
function callSpan({ startedAt, durationMs }: Call, node: NodeRunView): Span {
  const from = timeOf(startedAt);
  if (durationMs !== null) return { from, to: from + durationMs };
  return { from, to: isOpen(node.status) ? null : timeOf(node.finishedAt ?? startedAt) };
}

function callStatus(isRunning: boolean, node: NodeRunView, done: Status): Status {
  if (!isRunning) return done;
  return isOpen(node.status) ? (node.status === "waiting" ? "waiting" : "running") : node.status;
}

function nodeAbout(view: NodeRunView | undefined, name: string): About {
  return {
    kind: "node",
    name: view?.name || name,
    attempt: view?.retry?.attempt ?? view?.attempt ?? 1,
    attempts: view?.attempts ?? 0,
    error: view?.error ?? null,
    caught: view?.caught ?? null,
    usedUp: view !== undefined && usedUpRounds(view),
    queuedAt: view?.queuedAt ? timeOf(view.queuedAt) : null,
    waits: view?.waits ?? NO_WAITS,
  };
}

const NO_WAITS: readonly WaitView[] = [];

function pointRow(
  entry: TraceEntry,
  depth: number,
  place: Pick<TimelineEntry, "nodeKey" | "scope" | "step" | "folded">,
): TimelineEntry {
  const from = timeOf(entry.at);
  const about: About = { kind: "note", entry };
  return { id: entry.id, depth, status: "succeeded", from, to: from, ...place, spent: NOTHING, about };
}
