/** A text editor that shows references as chips, completes them, and offers a picker. */

import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import CodeMirror, { type ReactCodeMirrorRef } from "@uiw/react-codemirror";
import { useEffect, useMemo, useRef, useState } from "react";
import { useLocalText } from "@/i18n/local-text";
import { referenceChips } from "./reference-chips";
import type { TemplateEditorProps } from "./template-editor";
import classes from "./template-editor.module.css";
import { variableCompletion } from "./variable-completion";
import { variableDrop } from "./variable-drop";
import { VariablePicker } from "./variable-picker";

const BASIC_SETUP = {
  lineNumbers: false,
  foldGutter: false,
  highlightActiveLine: false,
  autocompletion: false,
  searchKeymap: false,
};
const oneLine = EditorState.transactionFilter.of((transaction) =>
  transaction.newDoc.lines > 1 ? [] : transaction,
);

export default function TemplateEditorView(props: TemplateEditorProps) {
  const { id, label, value, placeholder, singleLine = false, variables, readOnly, onChange } = props;
  const local = useLocalText();
  const editor = useRef<ReactCodeMirrorRef>(null);
  // Typed text lives here first: a key must not wait for the whole document.
  const [draft, setDraft] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    if (value !== sent.current) {
      sent.current = value;
      setDraft(value);
    }
  }, [value]);

  const extensions = useMemo(() => {
    const names = new Map<string, string>();
    const inputs = new Set<string>();
    for (const group of variables) {
      if (group.id !== "inputs" && group.nodeKey) names.set(group.nodeKey, group.title.en);
      else for (const variable of group.variables) inputs.add(variable.path.split(".")[0] ?? "");
    }
    return [
      referenceChips(names, inputs),
      variableCompletion(variables, local),
      variableDrop(),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": label, id }),
      ...(singleLine ? [oneLine] : []),
    ];
  }, [variables, label, id, singleLine, local]);

  const edit = (text: string) => {
    setDraft(text);
    sent.current = text;
    onChange(text);
  };
  const insert = (reference: string) => {
    const view = editor.current?.view;
    if (!view) return;
    const { from, to } = view.state.selection.main;
    const text = `{{ ${reference} }}`;
    view.dispatch({ changes: { from, to, insert: text }, selection: { anchor: from + text.length } });
    view.focus();
  };
  return (
    <div
      className={classes.frame}
      data-single={singleLine || undefined}
      data-readonly={readOnly || undefined}
    >
      <CodeMirror
        ref={editor}
        value={draft}
        placeholder={placeholder}
        theme="none"
        basicSetup={BASIC_SETUP}
        indentWithTab={false}
        extensions={extensions}
        readOnly={readOnly}
        onChange={edit}
        className={classes.editor}
      />
      {!readOnly && variables.length > 0 && <VariablePicker groups={variables} onPick={insert} />}
    </div>
  );
}
