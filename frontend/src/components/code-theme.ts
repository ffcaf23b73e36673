/** CodeMirror in our tokens; follows light and dark by itself. */

import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** Editor theme besides text: carets, marks and completion lists. */
export const editorTheme: Extension = EditorView.theme({
  "&.cm-focused": { outline: "none" },
  ".cm-content": { caretColor: "var(--fl-text)" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--fl-text)" },
  ".cm-placeholder": { color: "var(--fl-text-3)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--fl-running-tint) !important",
  },
  ".cm-tooltip": {
    backgroundColor: "var(--fl-raised)",
    border: "1px solid var(--fl-border)",
    borderRadius: "var(--fl-radius)",
    boxShadow: "var(--fl-shadow-3)",
    color: "var(--fl-text)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    fontFamily: "var(--fl-font)",
    fontSize: "var(--fl-size-xs)",
    minWidth: "220px",
    maxWidth: "min(420px, 90vw)",
    maxHeight: "min(260px, 45vh)",
    padding: "4px",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li, .cm-tooltip.cm-tooltip-autocomplete > ul > completion-section":
    {
      borderRadius: "var(--fl-radius-sm)",
      padding: "4px 8px",
      lineHeight: "20px",
    },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { display: "flex", gap: "12px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > completion-section": {
    borderBottom: "none",
    color: "var(--fl-text-3)",
    fontSize: "var(--fl-size-2xs)",
    fontWeight: "600",
    opacity: "1",
  },
  ".cm-tooltip-autocomplete > ul > li[aria-selected], .cm-tooltip-autocomplete-disabled > ul > li[aria-selected]":
    {
      backgroundColor: "var(--fl-selected)",
      color: "var(--fl-text)",
    },
  ".cm-matchingBracket": { backgroundColor: "var(--fl-pressed) !important", color: "inherit !important" },
  ".cm-completionLabel": { overflow: "hidden", textOverflow: "ellipsis" },
  ".cm-completionDetail": { color: "var(--fl-text-3)", fontStyle: "normal", marginLeft: "auto" },
});

/** The box around a code field that has no other. */
export const codeFrame: Extension = EditorView.theme({
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
  ".cm-content": { padding: "6px 0" },
  ".cm-line": { padding: "0 10px" },
  ".cm-gutters": { backgroundColor: "var(--fl-sunken)", border: "none", color: "var(--fl-text-3)" },
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.bool, tags.null], color: "var(--fl-code-word)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--fl-code-string)" },
  { tag: [tags.number], color: "var(--fl-code-number)" },
  { tag: [tags.propertyName, tags.function(tags.variableName)], color: "var(--fl-code-key)" },
  { tag: [tags.comment], color: "var(--fl-text-3)", fontStyle: "italic" },
]);

export const codeColours: Extension = syntaxHighlighting(colours);
