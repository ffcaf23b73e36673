/** Underlines what the language of the field does not understand. */

import type { EditorState, Extension } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { ReferenceLanguage } from "@/document/reference-path";
import { variablesState } from "./variables-state";
import { wrongSyntaxIn } from "./wrong-syntax";

const mark = Decoration.mark({ class: "fl-wrong-syntax" });

export function syntaxMarks(language: ReferenceLanguage): Extension {
  const marksIn = (state: EditorState): DecorationSet => {
    const found = wrongSyntaxIn(state.doc.toString(), language, state.field(variablesState));
    return Decoration.set(found.map(({ from, to }) => mark.range(from, to)));
  };
  const plugin = ViewPlugin.fromClass(
    class {
      marks: DecorationSet;
      constructor({ state }: EditorView) {
        this.marks = marksIn(state);
      }
      update({ state, startState, docChanged }: ViewUpdate) {
        const isNew = state.field(variablesState) !== startState.field(variablesState);
        if (docChanged || isNew) this.marks = marksIn(state);
      }
    },
    { decorations: ({ marks }) => marks },
  );
  return [plugin, EditorView.baseTheme({ ".fl-wrong-syntax": WAVE })];
}

const WAVE = {
  textDecoration: "underline wavy var(--fl-failed)",
  textDecorationSkipInk: "none",
  textUnderlineOffset: "3px",
};
