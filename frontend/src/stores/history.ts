/** Undo and redo as lists of inverse operations; no snapshots, so the cost is that of the change. */

import { compactOperations } from "@/document/compact";
import type { GraphOperation } from "@/document/types";
import type { Message } from "@/i18n/local-text";

type HistoryEntry = {
  label: Message;
  /** Edits with the same key that follow each other quickly are one entry (typing, nudging). */
  mergeKey: string | null;
  /** Take the edit back. */
  inverse: readonly GraphOperation[];
  at: number;
};

export type History = { readonly past: readonly HistoryEntry[]; readonly future: readonly HistoryEntry[] };

export const EMPTY_HISTORY: History = { past: [], future: [] };
const LIMIT = 200;
const MERGE_WITHIN_MS = 1500;

/** Remember an edit. Redo is lost, as everywhere. */
export function remember(history: History, entry: HistoryEntry): History {
  const last = history.past.at(-1);
  const joins =
    last !== undefined &&
    entry.mergeKey !== null &&
    last.mergeKey === entry.mergeKey &&
    history.future.length === 0 &&
    entry.at - last.at < MERGE_WITHIN_MS;
  if (!joins) return { past: [...history.past, entry].slice(-LIMIT), future: [] };
  const merged = { ...entry, inverse: compactOperations([...entry.inverse, ...last.inverse]) };
  return { past: [...history.past.slice(0, -1), merged], future: [] };
}
