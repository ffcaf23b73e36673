/** Saves edits a moment after the last one, in order, on top of what others saved; sooner while others look on. */

import { ApiError } from "@/api/errors";
import type { Graph, GraphOperation, GraphSaved } from "@/api/types";
import { unescapePointer } from "@/document/field-path";
import type { DocumentState, DocumentStore, FieldRefusal, NodeFieldErrors } from "@/stores/document-store";

type Batch = { revision: number; operations: GraphOperation[]; batch?: string };

type SaveCalls = {
  save(id: string, body: Batch): Promise<GraphSaved>;
  load(id: string): Promise<Graph>;
  /** True while others have the workflow open; they see edits once these are saved. */
  isWatched(): boolean;
};

export type Autosave = {
  /** Save now; resolves when nothing is pending or saving has failed. */
  flush(): Promise<void>;
  /** Take in what others saved, without waiting for the socket. */
  refresh(): Promise<void>;
  stop(): void;
};

/** Quiet time before a save, and the longest wait during continuous typing. */
const UNWATCHED = { quietMs: 400, longestMs: 1_000 };
const WATCHED = { quietMs: 40, longestMs: 80 };
const RETRY_MS = [1_000, 2_000, 5_000, 10_000];

export function startAutosave(store: DocumentStore, calls: SaveCalls): Autosave {
  return new Autosaver(store, calls);
}

function isWaiting({ sending, pending }: DocumentState): boolean {
  return sending.length + pending.length > 0;
}

class Autosaver implements Autosave {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<void> | null = null;
  private failures = 0;
  private waitingSince: number | null = null;
  private readonly unsubscribe: () => void;

  constructor(
    private readonly store: DocumentStore,
    private readonly calls: SaveCalls,
  ) {
    this.unsubscribe = store.subscribe((state, before) => {
      if (state.pending !== before.pending && state.pending.length > 0 && !this.running) {
        if (state.saveState === "dirty" || state.saveState === "invalid") this.saveSoon();
      }
    });
  }

  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.waitingSince = null;
    this.running ??= this.saveAll().finally(() => {
      this.running = null;
      if (this.store.getState().saveState === "dirty") this.schedule(this.waits().quietMs);
    });
    await this.running;
  }

  async refresh(): Promise<void> {
    const { workflowId, receiveGraph } = this.store.getState();
    receiveGraph(await this.calls.load(workflowId));
  }

  stop(): void {
    clearTimeout(this.timer);
    this.unsubscribe();
  }

  private saveSoon(): void {
    this.waitingSince ??= performance.now();
    const { quietMs, longestMs } = this.waits();
    const left = this.waitingSince + longestMs - performance.now();
    this.schedule(Math.max(0, Math.min(quietMs, left)));
  }

  private waits() {
    return this.calls.isWatched() ? WATCHED : UNWATCHED;
  }

  private schedule(delay: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), delay);
  }

  private async saveAll(): Promise<void> {
    while (isWaiting(this.store.getState())) {
      if (!(await this.saveOnce())) return;
    }
  }

  /** Returns whether to go on with what is pending. */
  private async saveOnce(): Promise<boolean> {
    this.store.getState().startSending();
    return this.send();
  }

  private async send(): Promise<boolean> {
    const { workflowId, since, sending, batch } = this.store.getState();
    const operations = [...sending];
    try {
      const saved = await this.calls.save(workflowId, {
        revision: since,
        operations,
        ...(batch !== null && { batch }),
      });
      this.failures = 0;
      this.store.getState().setSaved(batch, saved);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return this.recover(error, operations);
    }
  }

  private recover(error: ApiError, operations: GraphOperation[]): boolean | Promise<boolean> {
    if (error.status === 409) return this.catchUp(error);
    if (error.isTransient || error.isSignedOut) {
      this.store.getState().setSaveState("offline");
      this.schedule(RETRY_MS[Math.min(this.failures, RETRY_MS.length - 1)] ?? UNWATCHED.longestMs);
      this.failures += 1;
      return false;
    }
    return this.refuse(error, operations);
  }

  /** Others saved what ours do not go with: take it in, which sets aside what both wrote, and send the rest again. */
  private async catchUp(error: ApiError): Promise<boolean> {
    const changes = error.data.changes ?? [];
    for (const change of changes) this.store.getState().receive(change);
    if (changes.length === 0) await this.refresh();
    this.store.getState().setSaveState(isWaiting(this.store.getState()) ? "dirty" : "saved");
    return true;
  }

  /** The server refused: save what it did not complain about, keep the rest until it is mended. */
  private async refuse(error: ApiError, operations: GraphOperation[]): Promise<boolean> {
    const fieldErrors = nodeFieldErrorsOf(error, operations);
    const { refused, rest } = splitRefused(error, operations);
    const state = this.store.getState();
    if (rest.length === 0 || refused.length === 0) {
      state.returnPending(operations, "invalid");
      state.setSaveState("invalid", { fieldErrors });
      return false;
    }
    state.startSendingPart(rest, refused);
    const isAnswered = await this.send();
    const { sending, saveState, fieldErrors: others } = this.store.getState();
    // Not reached, or others saved meanwhile: the part goes again under its name.
    const isWaiting = saveState === "offline" || sending.length > 0;
    const marked = { fieldErrors: { ...others, ...fieldErrors } };
    this.store.getState().setSaveState(isWaiting ? saveState : "invalid", marked);
    return isWaiting && isAnswered;
  }
}

/** `/operations/3/config/rows/0/value` as operation 3 and field `rows.0.value`. */
function readPointer(pointer: string): { index: number; field: string } | null {
  const [, root, number, ...path] = pointer.split("/").map(unescapePointer);
  if (root !== "operations" || number === undefined || !/^\d+$/.test(number)) return null;
  const start = path.indexOf("config");
  return { index: Number(number), field: start < 0 ? path.join(".") : path.slice(start + 1).join(".") };
}

function nodeFieldErrorsOf(error: ApiError, operations: readonly GraphOperation[]): NodeFieldErrors {
  const byNode: Record<string, Record<string, FieldRefusal>> = {};
  for (const { pointer, code, message } of error.errors) {
    const place = readPointer(pointer);
    const operation = place && operations[place.index];
    const key = operation && nodeKeyOf(operation);
    if (!place || !key) continue;
    const fields = byNode[key] ?? {};
    fields[place.field] ??= { code, message };
    byNode[key] = fields;
  }
  return byNode;
}

function nodeKeyOf(operation: GraphOperation): string | null {
  if (operation.op === "add_node") return operation.node.key;
  if (operation.op === "remove_edge") return null;
  return operation.op === "add_edge" ? operation.edge.target : operation.key;
}

/** Only updates can wait on their own: later operations build on everything else. */
function splitRefused(
  error: ApiError,
  operations: readonly GraphOperation[],
): { refused: GraphOperation[]; rest: GraphOperation[] } {
  const indexes = new Set(error.errors.map(({ pointer }) => readPointer(pointer)?.index));
  const isRefused = (operation: GraphOperation, index: number) =>
    (operation.op === "update_node" || operation.op === "update_config") && indexes.has(index);
  return {
    refused: operations.filter(isRefused),
    rest: operations.filter((operation, index) => !isRefused(operation, index)),
  };
}
