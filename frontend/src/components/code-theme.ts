/** CodeMirror in our tokens; follows light and dark by itself. */

import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const look = EditorView.theme({
  "&": {
    backgroundColor: "var(--fl-surface)",
    border: "1px solid var(--fl-border-strong)",
    borderRadius: "var(--fl-radius)",
    color: "var(--fl-text)",
    fontSize: "var(--fl-size-xs)",
  },
  "&.cm-focused": { borderColor: "var(--fl-focus)", outline: "1px solid var(--fl-focus)" },
  "[data-invalid] &": { borderColor: "var(--fl-failed)" },
  ".cm-scroller": { fontFamily: "var(--fl-font-mono)", lineHeight: "20px" },
  ".cm-content": { caretColor: "var(--fl-text)", padding: "6px 0" },
  ".cm-cursor": { borderLeftColor: "var(--fl-text)" },
  ".cm-line": { padding: "0 10px" },
  ".cm-placeholder": { color: "var(--fl-text-off)" },
  ".cm-gutters": { backgroundColor: "var(--fl-sunken)", border: "none", color: "var(--fl-text-3)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--fl-running-tint) !important",
  },
  ".cm-matchingBracket": { backgroundColor: "var(--fl-pressed) !important", color: "inherit !important" },
  ".cm-tooltip": {
    backgroundColor: "var(--fl-raised)",
    border: "1px solid var(--fl-border)",
    borderRadius: "var(--fl-radius)",
    boxShadow: "var(--fl-shadow-3)",
    color: "var(--fl-text)",
  },
  ".cm-tooltip-autocomplete ul li": { padding: "3px 8px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    backgroundColor: "var(--fl-selected)",
    color: "var(--fl-text)",
  },
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.bool, tags.null], color: "var(--fl-code-word)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--fl-code-string)" },
  { tag: [tags.number], color: "var(--fl-code-number)" },
  { tag: [tags.propertyName, tags.function(tags.variableName)], color: "var(--fl-code-key)" },
  { tag: [tags.comment], color: "var(--fl-text-3)", fontStyle: "italic" },
]);

export const codeTheme: Extension = [look, syntaxHighlighting(colours)];
