/** Marks findings at their lines. */

import { setDiagnostics } from "@codemirror/lint";
import type { EditorView } from "@codemirror/view";
import { type RefObject, useEffect } from "react";
import type { CodeFinding } from "@/api/types";
import { toDiagnostics } from "@/components/code-diagnostics";
import { useLocalText } from "@/i18n/local-text";

const NONE: readonly CodeFinding[] = [];

export function useCodeDiagnostics(
  view: RefObject<EditorView | null>,
  findings: readonly CodeFinding[] = NONE,
): void {
  const local = useLocalText();
  useEffect(() => {
    const editor = view.current;
    editor?.dispatch(setDiagnostics(editor.state, toDiagnostics(findings, editor.state.doc, local)));
  }, [view, findings, local]);
}
