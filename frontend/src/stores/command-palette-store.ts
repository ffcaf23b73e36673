/** The command palette (Ctrl+K): whether it is open, and what the screen below adds to it. */

import type { SpotlightActionData } from "@mantine/spotlight";
import { useEffect, useRef } from "react";
import { create } from "zustand";
import { bufferKeys } from "@/lib/key-buffer";

/** Entries of the command palette under one heading. */
export type PaletteSection = { group: string; actions: SpotlightActionData[] };

type PaletteState = {
  isOpen: boolean;
  /** Entries of the current screen, requested for each render of the command palette. */
  source: (() => PaletteSection[]) | null;
};

export const useCommandPalette = create<PaletteState>(() => ({ isOpen: false, source: null }));

/** Opens it; keys that come before its field has the focus are kept for it. */
export function openCommandPalette(): void {
  if (useCommandPalette.getState().isOpen) return;
  bufferKeys();
  useCommandPalette.setState({ isOpen: true });
}

/** Adds groups to the command palette, before its own, for as long as the screen is shown. */
export function useCommandSource(source: () => PaletteSection[]): void {
  const latest = useRef(source);
  useEffect(() => {
    latest.current = source;
  });
  useEffect(() => {
    const offer = () => latest.current();
    useCommandPalette.setState({ source: offer });
    return () => useCommandPalette.setState((state) => (state.source === offer ? { source: null } : state));
  }, []);
}
