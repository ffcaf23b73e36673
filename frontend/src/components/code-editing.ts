/** Additional features of code editors: colours, bracket pairs, indentation. */

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
