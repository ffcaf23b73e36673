/** Additional features of code editors: colours, bracket pairs, indentation. */

import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { type Extension, Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { codeColours } from "@/components/code-theme";
import { isInJsonText } from "@/components/template-editor/typed-reference";

export const codeEditing: Extension = [
  codeColours,
  closeBrackets(),
  keymap.of(closeBracketsKeymap),
  bracketMatching(),
  indentOnInput(),
];

/**
 * The parser of JSON knows no text before it ends, so `closeBrackets` takes the quote that ends one for the beginning of
 * the next, and closes that.
 */
export const endOfJsonText: Extension = Prec.high(
  EditorView.inputHandler.of((view, from, to, typed) => {
    const line = view.state.doc.lineAt(from);
    const isEnd = typed === '"' && from === to && isInJsonText(line.text, from - line.from);
    if (!isEnd || view.state.sliceDoc(from, from + 1) === '"') return false;
    view.dispatch(view.state.replaceSelection(typed), { userEvent: "input.type", scrollIntoView: true });
    return true;
  }),
);
