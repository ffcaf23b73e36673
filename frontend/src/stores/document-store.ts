/** The document being edited: graph, history, what is not saved yet. One store per open editor; no API calls. */

import { createContext, useContext } from "react";
import { createStore, type StoreApi, useStore } from "zustand";
import type { Graph, GraphChange, Problem } from "@/api/types";
import { compactOperations } from "@/document/compact";
import { type Applied, applyOperations, applyTolerant } from "@/document/operations";
import { EMPTY_DOCUMENT, type GraphDocument, type GraphOperation, toDocument } from "@/document/types";
import type { Message } from "@/i18n/local-text";
import { EMPTY_HISTORY, type History, remember } from "./history";

export type SaveState = "saved" | "dirty" | "saving" | "conflict" | "invalid" | "offline";

/** Messages of the server by node key and dotted config path. */
export type NodeFieldErrors = Readonly<Record<string, Readonly<Record<string, string>>>>;

type EditOptions = { label: Message; mergeKey?: string };

/** What the server does not have yet, as it waits in the browser's storage. */
export type UnsentEdits = Pick<DocumentState, "revision" | "sending" | "pending">;

export type DocumentState = GraphDocument & {
  workflowId: string;
  revision: number;
  /** As of the last save; see `currentProblems` for what to show. */
  problems: readonly Problem[];
  saveState: SaveState;
  fieldErrors: NodeFieldErrors;
  /** Viewers look, they do not edit. */
  readOnly: boolean;
  history: History;
  /** The batch that was sent last and not answered yet; it stays as it is, so that it can be sent again. */
  sending: readonly GraphOperation[];
  /** Edits after those, compacted. */
  pending: readonly GraphOperation[];
  /** Changes of other people that touch the same things; set while `saveState` is "conflict". */
  conflict: readonly GraphChange[];

  load(workflowId: string, graph: Graph, options?: { readOnly?: boolean }): void;
  /** Edit the document; false when nothing changed or the operations do not fit. */
  applyChanges(changes: readonly GraphOperation[], options: EditOptions): boolean;
  /** Returns the label of what was taken back, or null. */
  undo(): Message | null;
  redo(): Message | null;
  /** Take in changes that others saved; not part of the history. */
  applyRemote(operations: readonly GraphOperation[], revision: number): void;
  /** Put edits back that an earlier page could not save; they started from `revision`, an older one perhaps. */
  restore(unsent: UnsentEdits, options: EditOptions): void;
  /** Begin to save: the batch without an answer, else everything pending. */
  startSending(): readonly GraphOperation[];
  /** The batch was not saved; these operations of it come before newer edits. */
  returnPending(operations: readonly GraphOperation[], saveState: SaveState): void;
  setSaved(saved: { revision: number; problems: readonly Problem[] }): void;
  setSaveState(
    saveState: SaveState,
    changes?: Partial<Pick<DocumentState, "fieldErrors" | "conflict">>,
  ): void;
  /** Replace the whole document by an edit that others made, keeping nothing of ours. */
  replace(graph: Graph): void;
};

export type DocumentStore = StoreApi<DocumentState>;

export function createDocumentStore(now: () => number = Date.now): DocumentStore {
  return createStore<DocumentState>((set, get) => {
    /** Store the result of an edit and what has to be saved. */
    const commit = (applied: Applied, operations: readonly GraphOperation[], history: History) => {
      const { pending, saveState } = get();
      set({
        ...applied.document,
        history,
        pending: compactOperations([...pending, ...operations]),
        saveState: saveState === "conflict" || saveState === "offline" ? saveState : "dirty",
      });
    };

    /** Move the last entry of one side of the history to the other. */
    const step = (from: "past" | "future"): Message | null => {
      const { history, readOnly } = get();
      const entry = history[from].at(-1);
      if (!entry || readOnly) return null;
      const applied = applyTolerant(get(), entry.inverse);
      const moved = { ...entry, inverse: applied.inverse, mergeKey: null };
      const rest = history[from].slice(0, -1);
      const next: History =
        from === "past"
          ? { past: rest, future: [...history.future, moved] }
          : { past: [...history.past, moved], future: rest };
      commit(applied, applied.applied, next);
      return entry.label;
    };

    return {
      ...EMPTY_DOCUMENT,
      workflowId: "",
      revision: 0,
      problems: [],
      saveState: "saved",
      fieldErrors: {},
      readOnly: false,
      history: EMPTY_HISTORY,
      sending: [],
      pending: [],
      conflict: [],

      load: (workflowId, graph, { readOnly = false } = {}) =>
        set({
          ...toDocument(graph),
          workflowId,
          revision: graph.revision,
          problems: graph.problems,
          saveState: "saved",
          fieldErrors: {},
          readOnly,
          history: EMPTY_HISTORY,
          sending: [],
          pending: [],
          conflict: [],
        }),

      applyChanges: (changes, { label, mergeKey = null }) => {
        if (get().readOnly) return false;
        const applied = applyOperations(get(), changes);
        if (applied.inverse.length === 0) return false;
        const entry = { label, mergeKey, inverse: applied.inverse, at: now() };
        commit(applied, changes, remember(get().history, entry));
        return true;
      },

      undo: () => step("past"),
      redo: () => step("future"),

      applyRemote: (operations, revision) => {
        const { document } = applyTolerant(get(), operations);
        set({ ...document, revision });
      },

      restore: ({ revision, sending, pending }, { label }) => {
        const before = get();
        const { document, inverse } = applyTolerant(before, [...sending, ...pending]);
        const isFirst = before.sending.length === 0;
        set({
          ...document,
          history: remember(before.history, { label, mergeKey: null, inverse, at: now() }),
          // An older revision makes the server answer what was saved since, by others or by the batch itself.
          revision: Math.min(revision, before.revision),
          sending: isFirst ? sending : before.sending,
          pending: compactOperations([...(isFirst ? [] : sending), ...pending, ...before.pending]),
          saveState: "dirty",
        });
      },

      startSending: () => {
        const { sending, pending } = get();
        if (sending.length > 0) set({ saveState: "saving" });
        else set({ sending: pending, pending: [], saveState: "saving" });
        return get().sending;
      },

      returnPending: (operations, saveState) =>
        set(({ pending }) => ({
          sending: [],
          pending: compactOperations([...operations, ...pending]),
          saveState,
        })),

      setSaved: ({ revision, problems }) =>
        set(({ pending }) => ({
          revision,
          problems,
          sending: [],
          fieldErrors: {},
          conflict: [],
          saveState: pending.length > 0 ? "dirty" : "saved",
        })),

      setSaveState: (saveState, changes = {}) => set({ saveState, ...changes }),

      replace: (graph) => get().load(get().workflowId, graph, { readOnly: get().readOnly }),
    };
  });
}

/** Whether closing the page now would lose an edit. */
export function hasUnsavedEdits(state: DocumentState): boolean {
  return state.saveState !== "saved";
}

export const DocumentStoreContext = createContext<DocumentStore | null>(null);

export function useDocumentStore(): DocumentStore {
  const store = useContext(DocumentStoreContext);
  if (!store) throw new Error("useDocument needs a DocumentStoreContext above it");
  return store;
}

/** Read a narrow part of the document; wrap selectors that build new objects in `useShallow`. */
export function useDocument<T>(selector: (state: DocumentState) => T): T {
  return useStore(useDocumentStore(), selector);
}

/** Waits until everything is stored; at once when it is. */
export function whenSaved(store: DocumentStore): Promise<void> {
  return new Promise((resolve) => {
    if (!hasUnsavedEdits(store.getState())) return resolve();
    const stop = store.subscribe((state) => {
      if (hasUnsavedEdits(state)) return;
      stop();
      resolve();
    });
  });
}
