import { lintGutter } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, lineNumbers, placeholder } from "@codemirror/view";
import { useMemo, useRef } from "react";
import type { CodeEditorProps } from "@/components/code-editor-props";
import { CodeMirror } from "@/components/code-mirror";
import { codeFrame, editorTheme } from "@/components/code-theme";
import { editorKeys } from "@/components/editor-keys";
import { useCodeDiagnostics } from "@/components/use-code-diagnostics";
import { useCodeLanguage } from "@/components/use-code-language";

const LINE_HEIGHT = 20;
const lines = (count: number) => `${count * LINE_HEIGHT + 12}px`;

export default function CodeMirrorEditor(props: CodeEditorProps) {
  const { language = "text", minLines = 4, maxLines = 24, label, readOnly = false } = props;
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
      EditorView.contentAttributes.of(label ? { "aria-label": label } : {}),
      placeholder(hint),
      EditorState.readOnly.of(readOnly),
      EditorView.editable.of(!readOnly),
      isChecked ? lintGutter() : [],
    ],
    [parser, language, label, hint, minLines, maxLines, readOnly, isChecked],
  );
  useCodeDiagnostics(view, findings);
  return (
    <div data-invalid={props.invalid || undefined}>
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
