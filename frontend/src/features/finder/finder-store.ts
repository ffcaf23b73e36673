/** The finder (Ctrl+K): whether it is open, and what the screen below adds to it. */

import { create } from "zustand";
import { holdKeys } from "@/lib/held-keys";
import type { FinderGroup } from "./finder-group";

type Finder = {
  isOpen: boolean;
  /** What the present screen offers, asked for each time the finder is drawn. */
  source: (() => FinderGroup[]) | null;
};

export const useFinder = create<Finder>(() => ({ isOpen: false, source: null }));

/** Opens it; keys that come before its field has the focus are kept for it. */
export function openFinder(): void {
  if (useFinder.getState().isOpen) return;
  holdKeys();
  useFinder.setState({ isOpen: true });
}
