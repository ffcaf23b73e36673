/** Keeps a document's edits in the browser until the server has them, and puts back what an earlier page left. */

import { editedPart } from "@/document/edited-part";
import { type DocumentStore, hasUnsavedEdits, type UnsentEdits } from "./document-store";
import { openUnsentEntry, takeUnsent } from "./unsent";

const LABEL = { key: "commands:edit.restore" };

export type KeptEdits = {
  /** True if closing the page now would lose an edit. */
  wouldLose(): boolean;
  stop(): void;
};

/**
 * `name` is that of an entry, see `openUnsentEntry`. `onDanger` is called with true when the server is out of reach and the
 * browser has no room, so that edits are only in this page, and with false when they are somewhere else again.
 */
export function keepUnsentEdits(
  store: DocumentStore,
  name: string,
  onDanger: (isInDanger: boolean) => void = () => {},
): KeptEdits {
  const entry = openUnsentEntry<UnsentEdits>(name);
  let isKept = true;
  let isInDanger = false;
  const setDanger = (value: boolean) => {
    if (value === isInDanger) return;
    isInDanger = value;
    onDanger(value);
  };
  const unsubscribe = store.subscribe((state, before) => {
    const isSame = (["sending", "pending", "conflicts", "since"] as const).every(
      (name) => state[name] === before[name],
    );
    if (!isSame) {
      const { since, batch, sending, pending, conflicts } = state;
      const count = sending.length + pending.length + conflicts.length;
      const earlier = editedPart(state, state.earlier, [...sending, ...pending]);
      isKept = entry.keep(count > 0 ? { since, batch, sending, pending, conflicts, earlier } : null);
    }
    // Each try to reach the server is a moment of "saving": the danger lasts until one succeeds.
    setDanger(!isKept && (isInDanger || state.saveState === "offline"));
  });
  return {
    wouldLose: () => !isKept && hasUnsavedEdits(store.getState()),
    stop: () => {
      unsubscribe();
      setDanger(false);
      entry.release();
    },
  };
}

/** Returns whether there was something. */
export async function restoreUnsentEdits(store: DocumentStore, name: string): Promise<boolean> {
  const left = await takeUnsent<UnsentEdits>(name);
  for (const unsent of left) store.getState().restore(unsent, { label: LABEL });
  return left.length > 0;
}
