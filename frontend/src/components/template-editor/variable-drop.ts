/** Values dragged from an output become a reference where they are dropped. */

import { isolateHistory } from "@codemirror/commands";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { parseReference, type ReferenceLanguage, VARIABLE_MIME } from "@/document/reference-path";
import { referencesIn } from "./template-syntax";
import { referenceAt } from "./typed-reference";

export function variableDrop(language: ReferenceLanguage): Extension {
  return EditorView.domEventHandlers({
    drop(event, view) {
      const path = parseReference(event.dataTransfer?.getData(VARIABLE_MIME) ?? "");
      if (!path || view.state.readOnly) return false;
      event.preventDefault();
      const under = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.doc.length;
      const text = view.state.doc.toString();
      const at = outsideOfReferences(text, under);
      const insert = referenceAt(text, at, path, language);
      view.dispatch({
        changes: { from: at, insert },
        selection: { anchor: at + insert.length },
        userEvent: "input.drop",
        annotations: isolateHistory.of("full"),
      });
      view.focus();
      return true;
    },
  });
}

/** A reference is not dropped into another one, but behind it. */
function outsideOfReferences(text: string, at: number): number {
  return referencesIn(text).find(({ from, to }) => at > from && at < to)?.to ?? at;
}
