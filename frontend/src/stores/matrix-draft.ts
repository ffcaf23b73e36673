/** Unsaved changes of the permission matrix, preserved while other pages are open. Not in the browser's storage: signing out drops them. */

import { create } from "zustand";
import type { MatrixCellChange } from "@/api/types";

type MatrixDraft = {
  /** Changes made at once, to be undone one after the other. */
  steps: readonly (readonly MatrixCellChange[])[];
  /** Number of cells that differ from the stored rules. */
  count: number;
};

const EMPTY: MatrixDraft = { steps: [], count: 0 };

export const useMatrixDraft = create<MatrixDraft>()(() => EMPTY);

export const dropMatrixDraft = () => useMatrixDraft.setState(EMPTY);

/** The browser asks in its own words. */
const askBeforeUnload = (event: Event) => event.preventDefault();

// Also on other pages, where nothing else holds the changes back.
useMatrixDraft.subscribe(({ count }) => {
  if (count > 0) window.addEventListener("beforeunload", askBeforeUnload);
  else window.removeEventListener("beforeunload", askBeforeUnload);
});
