/** The document being edited: graph, history, what is not saved yet. One store per open editor; no API calls. */

import { createContext, useContext } from "react";
import { createStore, type StoreApi, useStore } from "zustand";
import type { Graph, GraphSaved, Problem, SavedGraphChange } from "@/api/types";
import { compactOperations } from "@/document/compact";
import { diffDocuments } from "@/document/diff";
import { type DocumentPart, joinPart } from "@/document/edited-part";
import { type Applied, applyOperations, applyTolerant, configChange } from "@/document/operations";
import { type Conflict, rebase } from "@/document/rebase";
import { rekeying } from "@/document/rekey-operation";
import { breaksRule } from "@/document/saved-rules";
import {
  EMPTY_DOCUMENT,
  type GraphDocument,
  type GraphOperation,
  indexNodeTypes,
  type NodeTypeIndex,
  toDocument,
} from "@/document/types";
import { possibleChanges } from "@/document/unknown-changes";
import type { Message } from "@/i18n/local-text";
import { isEqualJson } from "@/lib/equal-json";
import { newRunKey } from "@/lib/new-run-key";
import { EMPTY_HISTORY, type History, remember } from "./history";

export type SaveState = "saved" | "dirty" | "saving" | "conflict" | "invalid" | "offline";

/** Messages of the server by node key and dotted config path. */
/** Why the server refused a field. */
export type FieldRefusal = { code: string; message: string };
export type NodeFieldErrors = Readonly<Record<string, Readonly<Record<string, FieldRefusal>>>>;

type EditOptions = { label: Message; mergeKey?: string };

/** Unsaved edits, as kept in the browser's storage. */
export type UnsentEdits = Pick<
  DocumentState,
  "since" | "batch" | "sending" | "pending" | "conflicts" | "earlier"
>;

export type DocumentState = GraphDocument & {
  /** Empty while they are being loaded. */
  types: NodeTypeIndex;
  workflowId: string;
  /** The server's graph; the displayed document is this with our edits on top. */
  base: GraphDocument;
  /** That of `base`. */
  revision: number;
  /** Our edits know what others saved up to here; older than `revision` only after edits of an earlier page came back. */
  since: number;
  /** Parts edited by an earlier page, as displayed there: others may have removed them. */
  earlier: DocumentPart;
  /** As of the last save; see `currentProblems` for what to show. */
  problems: readonly Problem[];
  saveState: SaveState;
  fieldErrors: NodeFieldErrors;
  /** Viewers look, they do not edit. */
  readOnly: boolean;
  history: History;
  /** Our name for the batch `sending`; the server knows by it a batch that comes twice. */
  batch: string | null;
  /** The batch that was sent last and not answered yet; it is sent until it is. */
  sending: readonly GraphOperation[];
  /** Edits after those, compacted. */
  pending: readonly GraphOperation[];
  /** Edits of ours that others' took the place of, until somebody decides. */
  conflicts: readonly Conflict[];

  load(workflowId: string, graph: Graph, options?: { readOnly?: boolean }): void;
  /** Edit the document; false when nothing changed or the operations do not fit. */
  applyChanges(changes: readonly GraphOperation[], options: EditOptions): boolean;
  /** Returns the label of what was taken back, or null. */
  undo(): Message | null;
  redo(): Message | null;
  /** Take in the next saved batch, ours or another's; not part of the history. One that is known is left out. */
  receive(change: SavedGraphChange): void;
  /** Take in the stored graph, when the way from ours to it is not known. */
  receiveGraph(graph: Graph): void;
  /** Put edits back that an earlier page could not save. */
  restore(unsent: UnsentEdits, options: EditOptions): void;
  /** Begin to save: the batch without an answer, else everything pending. */
  startSending(): void;
  /** Save a part of a batch first; the rest of it waits before newer edits. */
  startSendingPart(part: readonly GraphOperation[], rest: readonly GraphOperation[]): void;
  /** The batch was not saved; these operations of it come before newer edits. */
  returnPending(operations: readonly GraphOperation[], saveState: SaveState): void;
  /** The batch of this name was answered. */
  setSaved(batch: string | null, saved: GraphSaved): void;
  setProblems(problems: readonly Problem[]): void;
  setSaveState(saveState: SaveState, changes?: Partial<Pick<DocumentState, "fieldErrors">>): void;
  /** Put our value back, or leave theirs. */
  settle(conflict: Conflict, keep: "mine" | "theirs", options: EditOptions): void;
};

export type DocumentStore = StoreApi<DocumentState>;

export function createDocumentStore(now: () => number = Date.now): DocumentStore {
  return createStore<DocumentState>((set, get) => {
    /** Store the result of an edit and what has to be saved. */
    const commit = (applied: Applied, operations: readonly GraphOperation[], history: History) => {
      const { sending, saveState } = get();
      const pending = compactOperations([...get().pending, ...operations]);
      // What was added and taken back before it was sent leaves nothing.
      const isWaiting = sending.length + pending.length > 0;
      const unsaved = saveState === "offline" ? saveState : "dirty";
      set({ ...applied.document, history, pending, saveState: isWaiting ? unsaved : "saved" });
    };

    /** Move the last entry of one side of the history to the other. */
    const step = (from: "past" | "future"): Message | null => {
      const { history, readOnly } = get();
      const entry = history[from].at(-1);
      if (!entry || readOnly) return null;
      const { types } = get();
      const { applied, renamed } = applyFitting(get(), entry.inverse, types);
      const moved = { ...entry, inverse: applied.inverse, mergeKey: null };
      const other = { past: "future", future: "past" } as const;
      const rest = { ...history, [from]: history[from].slice(0, -1) };
      const followed =
        renamed.size > 0 ? rekeyHistory(rest, () => rekeying(renamed, types, applied.document)) : rest;
      const next = { ...followed, [other[from]]: [...followed[other[from]], moved] };
      commit(applied, applied.applied, next);
      return entry.label;
    };

    /** Take in a saved batch of somebody else: `base` as it is now, our edits carried over to it. */
    const takeIn = (change: SavedGraphChange, base: GraphDocument, revision: number, since: number) => {
      const state = get();
      if (state.sending.length + state.pending.length === 0) {
        set({ ...base, base, revision, since });
        return;
      }
      const shown = state.since < state.revision ? joinPart(state, state.earlier) : state;
      const { types } = state;
      const first = rebase(state.sending, change, shown, base, types);
      const sending = applyTolerant(base, first.kept);
      const second = rebase(
        state.pending.map(rekeying(first.renamed, types, shown)),
        change,
        shown,
        sending.document,
        types,
      );
      const pending = applyTolerant(sending.document, second.kept);
      const renamed = new Map([...first.renamed, ...second.renamed]);
      set({
        ...pending.document,
        base,
        revision,
        since,
        batch: sending.applied.length > 0 ? state.batch : null,
        sending: sending.applied,
        pending: pending.applied,
        conflicts: joinConflicts(state.conflicts, [...first.conflicts, ...second.conflicts]),
        history:
          renamed.size > 0
            ? rekeyHistory(state.history, () => rekeying(renamed, types, shown))
            : state.history,
      });
      settleState();
    };

    /** Nothing is left to save. */
    const settleState = () => {
      const { sending, pending, saveState } = get();
      if (sending.length + pending.length === 0 && saveState !== "saving") set({ saveState: "saved" });
    };

    /** Our batch is stored: it is part of `base` now. */
    const confirm = (revision: number) => {
      const state = get();
      const isKnown = revision <= state.revision;
      set({
        // Edits of an earlier page were put on a graph that knew them: what others took away since does not come back.
        ...(isKnown && state.pending.length === 0 ? state.base : {}),
        base: isKnown ? state.base : applyTolerant(state.base, state.sending).document,
        revision: Math.max(revision, state.revision),
        since: Math.max(revision, state.since),
        sending: [],
        batch: null,
      });
    };

    return {
      ...EMPTY_DOCUMENT,
      base: EMPTY_DOCUMENT,
      earlier: EMPTY_DOCUMENT,
      since: 0,
      batch: null,
      workflowId: "",
      types: indexNodeTypes([]),
      revision: 0,
      problems: [],
      saveState: "saved",
      fieldErrors: {},
      readOnly: false,
      history: EMPTY_HISTORY,
      sending: [],
      pending: [],
      conflicts: [],

      load: (workflowId, graph, { readOnly = false } = {}) =>
        set({
          ...toDocument(graph),
          base: toDocument(graph),
          earlier: EMPTY_DOCUMENT,
          workflowId,
          revision: graph.revision,
          since: graph.revision,
          batch: null,
          problems: graph.problems,
          saveState: "saved",
          fieldErrors: {},
          readOnly,
          history: EMPTY_HISTORY,
          sending: [],
          pending: [],
          conflicts: [],
        }),

      applyChanges: (edits, { label, mergeKey = null }) => {
        if (get().readOnly) return false;
        const changes = bySetting(get(), edits);
        const applied = applyOperations(get(), changes);
        if (applied.inverse.length === 0) return false;
        const entry = { label, mergeKey, inverse: applied.inverse, at: now() };
        commit(applied, changes, remember(get().history, entry));
        return true;
      },

      undo: () => step("past"),
      redo: () => step("future"),

      receive: (change) => {
        const { since, revision, base, batch } = get();
        if (change.revision <= since) return;
        if (change.batch !== null && change.batch === batch) {
          confirm(change.revision);
          return;
        }
        const isNext = change.revision > revision;
        takeIn(
          change,
          isNext ? applyTolerant(base, change.operations).document : base,
          isNext ? change.revision : revision,
          change.revision === since + 1 ? change.revision : since,
        );
      },

      receiveGraph: (graph) => {
        if (graph.revision < get().revision) return;
        const saved = toDocument(graph);
        const { base, revision, since, sending, pending } = get();
        const operations =
          since < revision ? possibleChanges([...sending, ...pending], saved) : diffDocuments(base, saved);
        const change = { revision: graph.revision, operations, batch: null, user: "", at: "" };
        takeIn(change, saved, graph.revision, graph.revision);
        set({ problems: graph.problems });
      },

      restore: ({ since, batch, sending, pending, conflicts, earlier }, { label }) => {
        const before = get();
        const first = applyTolerant(before, sending);
        const { document, inverse } = applyTolerant(first.document, pending);
        const isFirst = before.sending.length === 0;
        set({
          ...document,
          history: remember(before.history, {
            label,
            mergeKey: null,
            inverse: [...inverse, ...first.inverse],
            at: now(),
          }),
          since: Math.min(since, before.since),
          earlier: joinPart({ ...EMPTY_DOCUMENT, ...earlier }, before.earlier),
          batch: isFirst ? batch : before.batch,
          sending: isFirst ? sending : before.sending,
          pending: compactOperations([...(isFirst ? [] : sending), ...pending, ...before.pending]),
          conflicts: joinConflicts(before.conflicts, conflicts),
          saveState: "dirty",
        });
      },

      startSending: () => {
        const { sending, pending } = get();
        if (sending.length > 0) set({ saveState: "saving" });
        else set({ sending: pending, batch: newBatchName(), pending: [], saveState: "saving" });
      },

      startSendingPart: (part, rest) =>
        set(({ pending }) => ({
          sending: part,
          batch: newBatchName(),
          pending: compactOperations([...rest, ...pending]),
          saveState: "saving",
        })),

      returnPending: (operations, saveState) =>
        set(({ pending }) => ({
          sending: [],
          batch: null,
          pending: compactOperations([...operations, ...pending]),
          saveState,
        })),

      setSaved: (batch, { revision, changes, problems }) => {
        for (const change of changes) get().receive(change);
        if (batch === get().batch && batch !== null) confirm(revision);
        set(({ sending, pending, problems: before }) => ({
          // Mostly the same, and then nobody need look at them again.
          problems: isEqualJson(before, problems) ? before : problems,
          fieldErrors: {},
          saveState: sending.length + pending.length > 0 ? "dirty" : "saved",
        }));
      },

      setProblems: (problems) => set({ problems }),

      setSaveState: (saveState, changes = {}) => set({ saveState, ...changes }),

      settle: (conflict, keep, { label }) => {
        set(({ conflicts }) => ({ conflicts: conflicts.filter((other) => other !== conflict) }));
        if (keep === "theirs") return;
        const fits = applyTolerant(get(), bySetting(get(), conflict.mend)).applied;
        get().applyChanges(fits, { label });
      },
    };
  });
}

/** Apply what fits a graph that others may have changed: keys and names that they took are others, circles stay open. */
function applyFitting(
  document: GraphDocument,
  operations: readonly GraphOperation[],
  types: NodeTypeIndex,
): { applied: ReturnType<typeof applyTolerant>; renamed: ReadonlyMap<string, string> } {
  const taken = operations.flatMap((operation): GraphOperation[] => {
    const node = operation.op === "add_node" ? document.nodes[operation.node.key] : undefined;
    return node ? [{ op: "add_node", node }] : [];
  });
  const applied = applyTolerant(document, operations);
  if (taken.length === 0 && !breaksRule(applied.document)) return { applied, renamed: new Map() };
  const theirs = { revision: 0, operations: taken, batch: null, user: "", at: "" };
  const { kept, renamed } = rebase(operations, theirs, document, document, types);
  return { applied: applyTolerant(document, kept), renamed };
}

/** As the server writes it. */
function newBatchName(): string {
  return newRunKey().replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Settings are edited one by one, so that others may edit the other settings of a node. */
function bySetting(document: GraphDocument, edits: readonly GraphOperation[]): GraphOperation[] {
  return edits.flatMap((edit): GraphOperation[] => {
    if (edit.op !== "update_node" || edit.changes.config === undefined) return [edit];
    const { config, ...changes } = edit.changes;
    const node = document.nodes[edit.key];
    if (!node) return [edit];
    const settings = configChange(edit.key, node.config, config);
    const rest: GraphOperation[] =
      Object.keys(changes).length > 0 ? [{ op: "update_node", key: edit.key, changes }] : [];
    return settings ? [...rest, settings] : rest;
  });
}

/** One conflict for each field: what we wrote last against what they wrote last. */
function joinConflicts(known: readonly Conflict[], more: readonly Conflict[]): readonly Conflict[] {
  if (more.length === 0) return known;
  const isAbout = (one: Conflict) => (other: Conflict) =>
    one.node === other.node && one.field === other.field;
  return [...known.filter((conflict) => !more.some(isAbout(conflict))), ...more];
}

/** Each side is applied from its end. */
function rekeyHistory(
  history: History,
  rekeying: () => (operation: GraphOperation) => GraphOperation,
): History {
  const follow = (entries: History["past"]) => {
    const rekey = rekeying();
    const followed = entries.toReversed().map((entry) => ({ ...entry, inverse: entry.inverse.map(rekey) }));
    return followed.reverse();
  };
  return { past: follow(history.past), future: follow(history.future) };
}

/** True if closing the page now would lose an edit. */
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
