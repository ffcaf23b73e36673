/** The finder (Ctrl+K): whether it is open, and what the screen below adds to it. */

import type { SpotlightActionData } from "@mantine/spotlight";
import { useEffect, useRef } from "react";
import { create } from "zustand";
import { holdKeys } from "@/lib/held-keys";

/** Entries of the finder under one heading. */
export type FinderGroup = { group: string; actions: SpotlightActionData[] };

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

/** Adds groups to the finder, before its own, for as long as the screen is shown. */
export function useFinderSource(source: () => FinderGroup[]): void {
  const latest = useRef(source);
  useEffect(() => {
    latest.current = source;
  });
  useEffect(() => {
    const offer = () => latest.current();
    useFinder.setState({ source: offer });
    return () => useFinder.setState((state) => (state.source === offer ? { source: null } : state));
  }, []);
}
