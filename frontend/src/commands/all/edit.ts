/** Commands that edit the workflow as a whole: history, clipboard, selection, search, settings. */

import { readClipboard, writeClipboard } from "@/commands/clipboard";
import { canEdit, hasNodes, hasSelectedNodes } from "@/commands/conditions";
import { addToDocument, copySelection, pasteText, removeSelection } from "@/commands/edits";
import { LABELS } from "@/commands/labels";
import { commandsOf } from "@/commands/types";
import { absolutePosition } from "@/document/nesting";
import { useUi } from "@/stores/ui-store";

const STEP = 40;

export const EDIT = commandsOf("edit", [
  {
    id: "undo",
    icon: "arrow-back-up",
    keys: ["mod+z"],
    when: (editor) => canEdit(editor) && editor.document.getState().history.past.length > 0,
    run: (editor) => {
      editor.document.getState().undo();
    },
  },
  {
    id: "redo",
    icon: "arrow-forward-up",
    keys: ["mod+shift+z", "mod+y"],
    when: (editor) => canEdit(editor) && editor.document.getState().history.future.length > 0,
    run: (editor) => {
      editor.document.getState().redo();
    },
  },
  {
    id: "cut",
    icon: "clipboard",
    keys: ["mod+x"],
    native: true,
    when: (editor) => canEdit(editor) && hasSelectedNodes(),
    run: async (editor) => {
      const text = copySelection(editor);
      if (text === null) return;
      await writeClipboard(text);
      removeSelection(editor, LABELS.cut);
    },
  },
  {
    id: "copy",
    icon: "copy",
    keys: ["mod+c"],
    native: true,
    when: hasSelectedNodes,
    run: async (editor) => {
      const text = copySelection(editor);
      if (text !== null) await writeClipboard(text);
    },
  },
  {
    id: "paste",
    icon: "clipboard",
    keys: ["mod+v"],
    native: true,
    when: canEdit,
    run: async (editor) => {
      const text = await readClipboard();
      if (text !== null && pasteText(editor, text)) return;
      editor.notify({ key: "commands:nothingToPaste" });
    },
  },
  {
    id: "duplicate",
    icon: "versions",
    keys: ["mod+d"],
    when: (editor) => canEdit(editor) && hasSelectedNodes(),
    run: (editor) => {
      const text = copySelection(editor);
      const { nodes } = editor.document.getState();
      const places = useUi
        .getState()
        .selection.flatMap((key) => (nodes[key] ? [absolutePosition(nodes, key)] : []));
      if (text === null || places.length === 0) return;
      pasteText(editor, text, LABELS.duplicate, {
        x: Math.min(...places.map(({ x }) => x)) + STEP,
        y: Math.min(...places.map(({ y }) => y)) + STEP,
      });
    },
  },
  {
    id: "add-note",
    icon: "note",
    keys: ["shift+n"],
    when: (editor) => canEdit(editor) && editor.types.note !== undefined,
    run: (editor) => {
      const type = editor.types.note;
      const before = useUi.getState().selection;
      if (!type) return;
      addToDocument(editor, type, {
        kind: "free",
        at: editor.canvas.pointerPosition() ?? editor.canvas.center(),
      });
      const [key] = useUi.getState().selection;
      if (key !== undefined && key !== before[0]) useUi.getState().set({ renaming: key });
    },
  },
  {
    id: "delete",
    icon: "trash",
    keys: ["Delete", "Backspace"],
    when: (editor) => {
      const { selection, selectedEdges } = useUi.getState();
      return canEdit(editor) && selection.length + selectedEdges.length > 0;
    },
    run: (editor) => removeSelection(editor),
  },
  {
    id: "select-all",
    icon: "select",
    keys: ["mod+a"],
    when: hasNodes,
    run: (editor) => useUi.getState().select(editor.document.getState().order),
  },
  {
    id: "find",
    icon: "search",
    keys: ["mod+f"],
    inFields: true,
    when: hasNodes,
    run: () => useUi.getState().set({ searching: "find", opening: "find" }),
  },
  {
    id: "replace",
    icon: "replace",
    keys: ["mod+h", "mod+shift+h"],
    inFields: true,
    when: (editor) => canEdit(editor) && hasNodes(editor),
    run: () => useUi.getState().set({ searching: "replace", opening: "find" }),
  },
  {
    id: "deselect",
    icon: "deselect",
    keys: ["Escape"],
    when: () => {
      const { selection, selectedEdges } = useUi.getState();
      return selection.length + selectedEdges.length > 0;
    },
    run: () => useUi.getState().select([]),
  },
  {
    id: "workflow-settings",
    icon: "adjustments",
    keys: ["mod+,"],
    when: canEdit,
    run: () => useUi.getState().set({ dialog: "settings" }),
  },
]);
