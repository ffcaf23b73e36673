/** Marks findings at their lines: now, and in an editor that is made later. */

import { setDiagnostics } from "@codemirror/lint";
import type { EditorView } from "@codemirror/view";
import type { ReactCodeMirrorRef } from "@uiw/react-codemirror";
import { type RefObject, useCallback, useEffect } from "react";
import type { CodeFinding } from "@/api/types";
import { toDiagnostics } from "@/components/finding-marks";
import { useLocalText } from "@/i18n/local-text";

const NONE: readonly CodeFinding[] = [];

export function useFindingMarks(
  editor: RefObject<ReactCodeMirrorRef | null>,
  findings: readonly CodeFinding[] = NONE,
) {
  const local = useLocalText();
  const mark = useCallback(
    (view: EditorView) =>
      view.dispatch(setDiagnostics(view.state, toDiagnostics(findings, view.state.doc, local))),
    [findings, local],
  );
  useEffect(() => {
    const view = editor.current?.view;
    if (view) mark(view);
  }, [editor, mark]);
  return mark;
}
