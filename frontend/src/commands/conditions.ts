/** Conditions that commands share. */

import type { Editor } from "@/commands/editor-context";
import { useUi } from "@/stores/ui-store";

export function canEdit(editor: Editor): boolean {
  return !editor.document.getState().readOnly;
}

export function hasNodes(editor: Editor): boolean {
  return editor.document.getState().order.length > 0;
}

export function hasSelectedNodes(): boolean {
  return useUi.getState().selection.length > 0;
}

/** The one selected node that is in the document. */
export function onlyNode(editor: Editor): string | null {
  const { selection } = useUi.getState();
  const key = selection.length === 1 ? selection[0] : undefined;
  return key !== undefined && editor.document.getState().nodes[key] ? key : null;
}
