/** Selection, panels and modes of the editor. Sizes and choices are remembered in this browser. */

import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import type { Position, RunMode } from "@/api/types";
import type { AddTarget } from "@/document/add-node";
import type { PortRef } from "@/document/types";
import { browserStorage } from "@/lib/browser-storage";

export type PanelTab = "settings" | "tools" | "debug" | "output";
export const DOCK_TABS = ["trace", "output", "runs", "problems", "chat"] as const;
export type DockTab = (typeof DOCK_TABS)[number];
/** Panel beside or over the canvas that takes the focus when a person opens it. */
export type Panel = "palette" | "outline" | "dock" | "panel" | "comments" | "find";
type Dialog =
  | "shortcuts"
  | "run"
  | "connect"
  | "settings"
  | "shared-settings"
  | "extract-workflow"
  | "use"
  | "publish"
  | "versions";

/** Position of the small node list, and the connection of its choice. */
export type Adding =
  | { kind: "port"; source: PortRef; at?: Position; screen: Position }
  | { kind: "edge"; edgeId: string; screen: Position }
  | { kind: "inside"; parent: string; screen: Position }
  | { kind: "free"; at: Position | null; screen: Position };

type UiState = {
  /** Keys of the selected nodes. */
  selection: readonly string[];
  selectedEdges: readonly string[];
  panelWidth: number;
  /** Displayed step of the selected node, named by `stepOf` in `runs/timeline`. */
  step: string | null;
  panelTab: PanelTab;
  panelOpen: boolean;
  dockTab: DockTab;
  dockOpen: boolean;
  /** The workflow that the dock was opened or folded for. */
  dockWorkflow: string | null;
  dockHeight: number;
  paletteOpen: boolean;
  /** The graph as a list, in the place of the palette. */
  outlineOpen: boolean;
  minimapOpen: boolean;
  runMode: RunMode;
  /** Field to bring into view, a dotted config path or `FIRST_FIELD`; cleared by the form. */
  focusField: string | null;
  /** Node with its name being edited on the canvas. */
  renaming: string | null;
  adding: Adding | null;
  /** For the workflow, from the words that its first step was found by, while that is being added. */
  wishedName: string | null;
  /** The panel that a person has opened, until it has the focus. */
  opening: Panel | null;
  /** A tool that is being made for a node of its own. */
  newTool: { type: string; target: AddTarget } | null;
  dialog: Dialog | null;
  /** The comments take the place of the node's panel. */
  commentsOpen: boolean;
  /** Displayed comments: the key of a node, "" for the workflow as a whole, null for the list of all threads. */
  commentsOf: string | null;
  /** The panel that goes through all texts of the workflow. */
  searching: "find" | "replace" | null;
  /** The canvas shows the graph of the run as it was then, not the draft. */
  pastRunOpen: boolean;
  /** A selection box is being drawn: panels wait until it is finished. */
  selecting: boolean;

  set(
    changes: Partial<
      Omit<UiState, "set" | "select" | "openNode" | "openComments" | "openStep" | "openWorkflow" | "reset">
    >,
  ): void;
  select(nodes: readonly string[], edges?: readonly string[]): void;
  /** Select a node and open the panel on it. */
  openNode(key: string, tab?: PanelTab, field?: string | null): void;
  /** Select a node and open the panel on what happened in it. */
  openStep(key: string, step: string | null): void;
  /** Begin with a workflow: its dock is as it was left, that of another one is folded. */
  openWorkflow(id: string): void;
  openComments(of: string | null): void;
  /** Forget what belongs to one document. */
  reset(): void;
};

/** Whichever field the form begins with. */
export const FIRST_FIELD = "*";

export const PANEL_WIDTH = { min: 320, max: 760, initial: 400 };
export const DOCK_HEIGHT = { min: 140, max: 560, initial: 240 };

const DOCUMENT_PART = {
  selection: [],
  selectedEdges: [],
  step: null,
  focusField: null,
  renaming: null,
  adding: null,
  wishedName: null,
  opening: null,
  newTool: null,
  dialog: null,
  commentsOpen: false,
  commentsOf: null,
  searching: null,
  pastRunOpen: false,
  selecting: false,
  outlineOpen: false,
} satisfies Partial<UiState>;

const STORED = [
  "panelWidth",
  "panelTab",
  "dockTab",
  "dockOpen",
  "dockWorkflow",
  "dockHeight",
  "paletteOpen",
  "minimapOpen",
  "runMode",
] as const;

export const useUi = create<UiState>()(
  persist(
    (set, get) => ({
      ...DOCUMENT_PART,
      panelWidth: PANEL_WIDTH.initial,
      panelTab: "settings",
      panelOpen: true,
      dockTab: "trace",
      dockOpen: false,
      dockWorkflow: null,
      dockHeight: DOCK_HEIGHT.initial,
      paletteOpen: false,
      minimapOpen: true,
      runMode: "live",

      set: (changes) => set(changes),
      select: (selection, selectedEdges = []) => {
        const [only] = selection;
        // The comments follow the selection, as the panel does in whose place they are; also back to the same node.
        const commentsOf = selection.length === 1 && only !== undefined ? only : get().commentsOf;
        if (!isSame(get().selection, selection) || !isSame(get().selectedEdges, selectedEdges))
          set({ selection, selectedEdges, commentsOf, step: null });
        else if (commentsOf !== get().commentsOf) set({ commentsOf });
      },
      openNode: (key, tab, field = null) =>
        set((state) => ({
          selection: [key],
          selectedEdges: [],
          step: null,
          panelOpen: true,
          panelTab: tab ?? state.panelTab,
          focusField: field,
          commentsOpen: false,
        })),
      openStep: (key, step) => {
        get().openNode(key, "output");
        set({ step });
      },
      openWorkflow: (id) => {
        if (get().dockWorkflow !== id) set({ dockWorkflow: id, dockOpen: false });
      },
      openComments: (commentsOf) => set({ commentsOpen: true, commentsOf, opening: "comments" }),
      reset: () => set(DOCUMENT_PART),
    }),
    {
      name: "flowloom-editor",
      storage: createJSONStorage(() => browserStorage),
      partialize: (state) => Object.fromEntries(STORED.map((key) => [key, state[key]])),
    },
  ),
);

/** True if an opened view has the focus, or is about to get it: keys are meant for it. */
export function isOpening({ dialog, newTool, opening, focusField, adding, renaming }: UiState): boolean {
  return [dialog, newTool, opening, focusField, adding, renaming].some((one) => one !== null);
}

/** The one selected node, or null. */
export function selectedNode(state: UiState): string | null {
  return state.selection.length === 1 ? (state.selection[0] ?? null) : null;
}

/** Select a node and open the panel on it; for code outside components. */
export function openNode(key: string, tab?: PanelTab, field?: string | null): void {
  useUi.getState().openNode(key, tab, field);
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at]);
}
