/** Edits of frames and notes. Each is one step of the history. */

import type { Editor } from "@/commands/editor-context";
import { newNode } from "@/document/add-node";
import { FRAME_HEAD, FRAME_PADDING, frameLook, withFrameLook } from "@/document/frames";
import { outermost } from "@/document/nesting";
import { removeOperations, surroundOperations } from "@/document/reparent";
import type { Message } from "@/i18n/local-text";
import type { DocumentStore } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";
import { LABELS } from "./labels";

/** Fold or open a frame, or change the size of a frame or note. */
export function changeLook(
  store: DocumentStore,
  key: string,
  look: Partial<ReturnType<typeof frameLook>>,
  label: Message,
): void {
  const state = store.getState();
  const node = state.nodes[key];
  if (!node) return;
  const changes = { config: withFrameLook(node, look) };
  state.applyChanges([{ op: "update_node", key, changes }], { label });
}

export function writeNote(store: DocumentStore, key: string, text: string): void {
  const state = store.getState();
  const node = state.nodes[key];
  if (!node) return;
  const changes = { config: { ...node.config, text } };
  state.applyChanges([{ op: "update_node", key, changes }], { label: LABELS.write });
}

/** Put a group around the selected nodes; false when they do not lie in the same frame. */
export function groupSelection(editor: Editor): boolean {
  const state = editor.document.getState();
  const type = editor.types.group;
  const keys = outermost(state.nodes, useUi.getState().selection);
  if (!type || keys.length === 0) return false;
  const frame = newNode(state, editor.types, type, { x: 0, y: 0 }, { language: editor.language });
  const insets = { head: FRAME_HEAD, padding: FRAME_PADDING };
  const operations = surroundOperations(state, keys, frame, insets);
  if (operations.length === 0 || !state.applyChanges(operations, { label: LABELS.group })) return false;
  useUi.getState().select([frame.key]);
  return true;
}

/** Take the selected groups away and leave what lies in them. */
export function ungroupSelection(editor: Editor): void {
  const state = editor.document.getState();
  const groups = selectedGroups(editor);
  state.applyChanges(removeOperations(state, editor.types, groups), { label: LABELS.ungroup });
}

export function selectedGroups(editor: Editor): string[] {
  const { nodes } = editor.document.getState();
  return useUi.getState().selection.filter((key) => nodes[key]?.type === "group");
}

/** Fold the selected frames, or open them when all are folded. */
export function foldFrames(editor: Editor, keys: readonly string[]): void {
  const state = editor.document.getState();
  const frames = keys.flatMap((key) => state.nodes[key] ?? []);
  const collapsed = frames.some((node) => !frameLook(node).collapsed);
  state.applyChanges(
    frames.map((node) => ({
      op: "update_node" as const,
      key: node.key,
      changes: { config: withFrameLook(node, { collapsed }) },
    })),
    { label: LABELS.fold },
  );
}
