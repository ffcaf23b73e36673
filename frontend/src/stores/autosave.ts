/** Saves edits a moment after the last one, in order, and settles what others changed meanwhile. */

import { ApiError } from "@/api/errors";
import type { Graph, GraphChange, GraphOperation, GraphSaved } from "@/api/types";
import { isConflicting } from "@/document/conflict";
import { diffDocuments } from "@/document/diff";
import { toDocument } from "@/document/types";
import { isEqualJson } from "@/lib/equal-json";
import { nodeFieldErrorsOf, splitRefused } from "./autosave-errors";
import type { DocumentState, DocumentStore } from "./document-store";

type SaveCalls = {
  save(id: string, body: { revision: number; operations: GraphOperation[] }): Promise<GraphSaved>;
  load(id: string): Promise<Graph>;
};

export type Autosave = {
  /** Save now; resolves when nothing is pending or saving has failed. */
  flush(): Promise<void>;
  /** Take in what was saved elsewhere; edits of ours that wait settle it when they are saved. */
  refresh(): Promise<void>;
  /** Settle a conflict: the server's graph replaces ours, or ours the server's. */
  settle(keep: "mine" | "theirs"): Promise<void>;
  stop(): void;
};

const DEBOUNCE_MS = 400;
const RETRY_MS = [1_000, 2_000, 5_000, 10_000];

export function startAutosave(store: DocumentStore, calls: SaveCalls): Autosave {
  return new Autosaver(store, calls);
}

function isWaiting({ sending, pending, saveState }: DocumentState): boolean {
  return sending.length + pending.length > 0 && saveState !== "conflict";
}

class Autosaver implements Autosave {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<void> | null = null;
  private failures = 0;
  private readonly unsubscribe: () => void;

  constructor(
    private readonly store: DocumentStore,
    private readonly calls: SaveCalls,
  ) {
    this.unsubscribe = store.subscribe((state, before) => {
      if (state.pending !== before.pending && state.pending.length > 0 && !this.running) {
        if (state.saveState === "dirty" || state.saveState === "invalid") this.schedule(DEBOUNCE_MS);
      }
    });
  }

  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.running ??= this.saveAll().finally(() => {
      this.running = null;
      if (this.store.getState().saveState === "dirty") this.schedule(DEBOUNCE_MS);
    });
    await this.running;
  }

  async refresh(): Promise<void> {
    const { workflowId } = this.store.getState();
    const graph = await this.calls.load(workflowId);
    // Asked again behind the load: what was typed meanwhile must not be taken for a change that others took back.
    const state = this.store.getState();
    if (state.saveState !== "saved" || graph.revision <= state.revision) return;
    state.applyRemote(diffDocuments(state, toDocument(graph)), graph.revision);
    state.setSaved(graph);
  }

  async settle(keep: "mine" | "theirs"): Promise<void> {
    const { workflowId } = this.store.getState();
    const graph = await this.calls.load(workflowId);
    if (keep === "theirs") {
      this.store.getState().replace(graph);
      return;
    }
    const operations = diffDocuments(toDocument(graph), this.store.getState());
    this.store.setState({ revision: graph.revision, conflict: [], pending: [] });
    this.store.getState().returnPending(operations, "dirty");
    if (operations.length === 0) this.store.getState().setSaved(graph);
    await this.flush();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.unsubscribe();
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
    const operations = [...this.store.getState().startSending()];
    const { workflowId, revision } = this.store.getState();
    try {
      const saved = await this.calls.save(workflowId, { revision, operations });
      this.failures = 0;
      this.store.getState().setSaved(saved);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return this.recover(error, operations);
    }
  }

  private recover(error: ApiError, operations: GraphOperation[]): boolean | Promise<boolean> {
    if (error.status === 409) return this.rebase(error, operations);
    if (error.isTransient || error.isSignedOut) {
      this.store.getState().setSaveState("offline");
      this.schedule(RETRY_MS[Math.min(this.failures, RETRY_MS.length - 1)] ?? DEBOUNCE_MS);
      this.failures += 1;
      return false;
    }
    return this.refuse(error, operations);
  }

  /** Somebody else saved first: take their changes in when they touch other things, else ask. */
  private rebase(error: ApiError, operations: GraphOperation[]): boolean {
    const changes = (error.data.changes ?? []) as unknown as GraphChange[];
    const revision = Number(error.data.revision);
    // The answer to an earlier try got lost: the batch is among what was saved.
    const own = changes.findIndex((change) => isEqualJson(change.operations, operations));
    const others = changes.filter((_, at) => at !== own);
    const unsaved = own < 0 ? operations : [];
    const theirs = others.flatMap((change) => change.operations);
    const state = this.store.getState();
    if (changes.length === 0 || isConflicting(state, [...unsaved, ...state.pending], theirs)) {
      state.returnPending(unsaved, "conflict");
      state.setSaveState("conflict", { conflict: others });
      return false;
    }
    state.applyRemote(theirs, revision);
    state.returnPending(unsaved, "dirty");
    if (!isWaiting(this.store.getState())) state.setSaved({ revision, problems: state.problems });
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
    try {
      const { workflowId, revision } = state;
      state.setSaved(await this.calls.save(workflowId, { revision, operations: rest }));
      this.store.getState().returnPending(refused, "invalid");
    } catch (second) {
      if (!(second instanceof ApiError)) throw second;
      this.store.getState().returnPending(operations, "invalid");
    }
    this.store.getState().setSaveState("invalid", { fieldErrors });
    return false;
  }
}
