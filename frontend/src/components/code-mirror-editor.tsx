import { json } from "@codemirror/lang-json";
import { python } from "@codemirror/lang-python";
import { lintGutter } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import CodeMirror, { type BasicSetupOptions, type ReactCodeMirrorRef } from "@uiw/react-codemirror";
import { useMemo, useRef } from "react";
import type { CodeEditorProps } from "@/components/code-editor-props";
import { codeTheme } from "@/components/code-theme";
import { useFindingMarks } from "@/components/use-finding-marks";

const LANGUAGES: Record<"json" | "python" | "text", Extension> = { json: json(), python: python(), text: [] };
const LINE_HEIGHT = 20;
const PLAIN: BasicSetupOptions = {
  lineNumbers: false,
  foldGutter: false,
  highlightActiveLine: false,
  highlightActiveLineGutter: false,
  autocompletion: false,
  searchKeymap: false,
};
const NUMBERED: BasicSetupOptions = { ...PLAIN, lineNumbers: true };

export default function CodeMirrorEditor(props: CodeEditorProps) {
  const { language = "text", minLines = 4, maxLines = 24, label, findings, extensions: more } = props;
  const editor = useRef<ReactCodeMirrorRef>(null);
  const isChecked = findings !== undefined;
  const extensions = useMemo(
    () => [
      LANGUAGES[language],
      codeTheme,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of(label ? { "aria-label": label } : {}),
      isChecked ? lintGutter() : [],
      more ?? [],
    ],
    [language, label, isChecked, more],
  );
  const marks = useFindingMarks(editor, findings);
  return (
    <CodeMirror
      ref={editor}
      onCreateEditor={marks}
      value={props.value}
      onChange={props.onChange}
      onBlur={props.onBlur}
      placeholder={props.placeholder}
      readOnly={props.readOnly}
      editable={!props.readOnly}
      extensions={extensions}
      theme="none"
      // Tab leaves the field: people who use the keyboard only must not be caught in it.
      indentWithTab={false}
      basicSetup={language === "python" ? NUMBERED : PLAIN}
      minHeight={`${minLines * LINE_HEIGHT + 12}px`}
      maxHeight={`${maxLines * LINE_HEIGHT + 12}px`}
      data-invalid={props.invalid || undefined}
    />
  );
}
