import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, lineNumbers, placeholder } from "@codemirror/view";
import { type RefObject, useEffect, useMemo, useRef } from "react";
import type { CodeFinding } from "@/api/types";
import { toDiagnostics } from "@/components/code-diagnostics";
import type { CodeEditorProps } from "@/components/code-editor-props";
import { CodeMirror } from "@/components/code-mirror";
import { codeFrame, editorTheme } from "@/components/code-theme";
import { editorKeys } from "@/components/editor-keys";
import { useCodeLanguage } from "@/components/use-code-language";
import { useLocalText } from "@/i18n/local-text";

const NONE: readonly CodeFinding[] = [];

const LINE_HEIGHT = 20;
const lines = (count: number) => `${count * LINE_HEIGHT + 12}px`;

export default function CodeMirrorEditor(props: CodeEditorProps) {
  const { language = "text", minLines = 4, maxLines = 24, label, readOnly = false, invalid = false } = props;
  const { findings, placeholder: hint = "" } = props;
  const view = useRef<EditorView>(null);
  const parser = useCodeLanguage(language);
  const isChecked = findings !== undefined;
  const extensions = useMemo(
    () => [
      parser,
      codeFrame,
      editorTheme,
      language === "python" || language === "javascript" ? lineNumbers() : [],
      editorKeys,
      EditorView.theme({
        ".cm-scroller": { minHeight: lines(minLines), maxHeight: lines(maxLines), overflow: "auto" },
      }),
      EditorView.contentAttributes.of({
        ...(label && { "aria-label": label }),
        ...(invalid && { "aria-invalid": "true" }),
      }),
      placeholder(hint),
      EditorState.readOnly.of(readOnly),
      EditorView.editable.of(!readOnly),
      isChecked ? lintGutter() : [],
    ],
    [parser, language, label, hint, minLines, maxLines, readOnly, isChecked, invalid],
  );
  useCodeDiagnostics(view, findings);
  return (
    <div data-invalid={invalid || undefined}>
      <CodeMirror
        name={label ?? ""}
        value={props.value}
        onChange={props.onChange}
        extensions={extensions}
        view={view}
      />
    </div>
  );
}

/** Marks findings at their lines. */
function useCodeDiagnostics(
  view: RefObject<EditorView | null>,
  findings: readonly CodeFinding[] = NONE,
): void {
  const local = useLocalText();
  useEffect(() => {
    const editor = view.current;
    editor?.dispatch(setDiagnostics(editor.state, toDiagnostics(findings, editor.state.doc, local)));
  }, [view, findings, local]);
}
