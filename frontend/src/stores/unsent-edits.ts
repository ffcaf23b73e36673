/** Keeps a document's edits in the browser until the server has them, and puts back what an earlier page left. */

import { editedPart } from "@/document/edited-part";
import { type DocumentStore, hasUnsavedEdits, type UnsentEdits } from "./document-store";
import { openUnsentEntry, takeUnsent } from "./unsent";

const LABEL = { key: "commands:edit.restore" };

export type KeptEdits = {
  /** Whether closing the page now would lose an edit. */
  wouldLose(): boolean;
  stop(): void;
};

/** `name` is that of an entry, see `openUnsentEntry`; `onFull` is called once, when edits are only in this page. */
export function keepUnsentEdits(store: DocumentStore, name: string, onFull = () => {}): KeptEdits {
  const entry = openUnsentEntry<UnsentEdits>(name);
  let isKept = true;
  let isWarned = false;
  const unsubscribeWarning = store.subscribe(({ saveState }) => {
    if (isKept || isWarned || saveState !== "offline") return;
    isWarned = true;
    onFull();
  });
  const unsubscribe = store.subscribe((state, before) => {
    const isSame = (["sending", "pending", "conflicts", "since"] as const).every(
      (name) => state[name] === before[name],
    );
    if (isSame) return;
    const { since, batch, sending, pending, conflicts } = state;
    const count = sending.length + pending.length + conflicts.length;
    const earlier = editedPart(state, state.earlier, [...sending, ...pending]);
    isKept = entry.keep(count > 0 ? { since, batch, sending, pending, conflicts, earlier } : null);
  });
  return {
    wouldLose: () => !isKept && hasUnsavedEdits(store.getState()),
    stop: () => {
      unsubscribe();
      unsubscribeWarning();
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
