/** The open editor as commands see it: stores, canvas and what the page can do. */

import { createContext, useContext } from "react";
import type { JsonObject, NodeTypeInfo } from "@/api/types";
import type { CanvasHandle } from "@/components/canvas/canvas-handle";
import type { NodeTypeIndex } from "@/document/types";
import type { Language } from "@/i18n";
import type { Message } from "@/i18n/local-text";
import type { DocumentStore } from "@/stores/document-store";
import type { RunStore } from "@/stores/run-store";

export type Editor = {
  readonly document: DocumentStore;
  readonly run: RunStore;
  readonly canvas: CanvasHandle;
  readonly types: NodeTypeIndex;
  readonly language: Language;
  /** Initial config of a new node, besides the type's defaults. */
  newConfig(type: NodeTypeInfo): JsonObject;
  /** A short message in the corner. */
  notify(text: Message): void;
  /** Start a run with the last inputs; asks for them when a required one is missing. */
  startRun(): void;
  /** The same, up to a node and no further. */
  startRunUntil(key: string): void;
  /** Run the one on the screen again from a node on. */
  startRunFrom(key: string): void;
  /** Show a stored run with its graph as it was, in the place of the draft. */
  showPastRun(runId: string): void;
  cancelRun(): void;
  clearRun(): void;
  openPalette(): void;
};

export const EditorContext = createContext<Editor | null>(null);

/** The editor; the same object for the life of the page, its values are read when they are needed. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("useEditor needs an EditorContext above it");
  return editor;
}
