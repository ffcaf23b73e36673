/** What editors of code can do besides: colours, brackets that come in pairs, lines that begin where they should. */

import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import { codeColours } from "@/components/code-theme";

export const codeEditing: Extension = [
  codeColours,
  closeBrackets(),
  keymap.of(closeBracketsKeymap),
  bracketMatching(),
  indentOnInput(),
];
