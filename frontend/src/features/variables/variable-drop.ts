/** Values dragged from an output land in a template as a reference. */

import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { toReference } from "./template-syntax";

export const VARIABLE_MIME = "application/x-flowloom-variable";

export function variableDrop(): Extension {
  return EditorView.domEventHandlers({
    drop(event, view) {
      const path = event.dataTransfer?.getData(VARIABLE_MIME);
      if (!path) return false;
      event.preventDefault();
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.doc.length;
      const text = toReference(path);
      view.dispatch({ changes: { from: at, insert: text }, selection: { anchor: at + text.length } });
      view.focus();
      return true;
    },
  });
}
