/** Other users of this workflow, and their positions. Never stored; one per open editor. */

import { createContext, useContext } from "react";
import { createStore, type StoreApi, useStore } from "zustand";
import type { Present } from "@/api/types";
import { hashText } from "@/lib/hash-text";

export type PresenceState = {
  /** By session: a person may have several tabs. */
  others: Readonly<Record<string, Present>>;
  /** Joined and moved sessions, and those that left. */
  change(present: readonly Present[], left: readonly string[]): void;
  /** The connection is gone: nobody is known to be there. */
  clear(): void;
};

export type PresenceStore = StoreApi<PresenceState>;

export function createPresenceStore(): PresenceStore {
  return createStore<PresenceState>((set) => ({
    others: {},
    change: (present, left) =>
      set(({ others: before }) => {
        const others = { ...before };
        for (const session of left) delete others[session];
        for (const one of present) others[one.session] = one;
        return { others };
      }),
    clear: () => set({ others: {} }),
  }));
}

export const PresenceStoreContext = createContext<PresenceStore | null>(null);

export function usePresence<T>(selector: (state: PresenceState) => T): T {
  const store = useContext(PresenceStoreContext);
  if (!store) throw new Error("usePresence needs a PresenceStoreContext above it");
  return useStore(store, selector);
}

const COLOURS = 6;

/** The colour of a person, the same on every screen: the number of a token `--fl-person-…`. */
export function colourOf(user: string): number {
  return hashText(user) % COLOURS;
}
