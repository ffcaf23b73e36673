/** Comment counts of nodes, and unsent comments; one per open editor. */

import { createContext, useContext } from "react";
import { createStore, type StoreApi, useStore } from "zustand";

type CommentState = {
  /** Open comments by key of the node; one store, since a query in each of a thousand cards would cost more. */
  counts: Readonly<Record<string, number>>;
  /** Text by key of the node: a panel that closes must not take it along. */
  drafts: Readonly<Record<string, string>>;
  setCounts(counts: Readonly<Record<string, number>>): void;
  setDraft(nodeKey: string, text: string): void;
};

export type CommentStore = StoreApi<CommentState>;

export function createCommentStore(): CommentStore {
  return createStore<CommentState>((set) => ({
    counts: {},
    drafts: {},
    setCounts: (counts) => set({ counts }),
    setDraft: (nodeKey, text) => set(({ drafts }) => ({ drafts: { ...drafts, [nodeKey]: text } })),
  }));
}

/** Canvases of runs and versions show no comments. */
export const CommentStoreContext = createContext<CommentStore>(createCommentStore());

export function useCommentStore<T>(selector: (state: CommentState) => T): T {
  return useStore(useContext(CommentStoreContext), selector);
}
