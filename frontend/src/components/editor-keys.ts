/** Features of all text editors: history, carets, the usual keys. */

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import type { Extension } from "@codemirror/state";
import { drawSelection, dropCursor, EditorView, keymap } from "@codemirror/view";

/** Ctrl+Enter runs the workflow, also from inside a field. */
const ownKeys = defaultKeymap.filter(({ key }) => key !== "Mod-Enter");

export const editorKeys: Extension = [
  history(),
  drawSelection(),
  dropCursor(),
  EditorView.lineWrapping,
  keymap.of([...ownKeys, ...historyKeymap]),
];
