/** A text editor that shows references as chips, completes them, and offers a picker. */

import { isolateHistory } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { EditorView, placeholder as placeholderText } from "@codemirror/view";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { CodeMirror } from "@/components/code-mirror";
import { editorTheme } from "@/components/code-theme";
import { editorKeys } from "@/components/editor-keys";
import { useCodeLanguage } from "@/components/use-code-language";
import { parseReference, type ReferenceLanguage } from "@/document/reference-path";
import type { VariableGroup } from "@/document/variables";
import { useLocalText } from "@/i18n/local-text";
import { useCompletion } from "./late-completion";
import { referenceChips } from "./reference-chips";
import { singleLine as oneLine } from "./single-line";
import { SyntaxAdvice } from "./syntax-advice";
import { syntaxMarks } from "./syntax-marks";
import classes from "./template-editor.module.css";
import { referenceAt } from "./typed-reference";
import { variableDrop } from "./variable-drop";
import { VariablePicker } from "./variable-picker";
import { knownVariables, setVariables, variablesState } from "./variables-state";
import { type WrongSyntax, wrongSyntaxIn } from "./wrong-syntax";

export type TemplateEditorProps = {
  id: string;
  label: string;
  value: string;
  placeholder: string;
  singleLine?: boolean;
  /** Language of references; `template` by default. */
  language?: ReferenceLanguage;
  variables: VariableGroup[];
  readOnly: boolean;
  onChange: (value: string) => void;
};

export default function TemplateEditorView(props: TemplateEditorProps) {
  const { id, label, value, placeholder, language = "template", variables, readOnly, onChange } = props;
  const { singleLine = false } = props;
  const { t } = useTranslation("variables");
  const local = useLocalText();
  const view = useRef<EditorView>(null);
  const { completion, want } = useCompletion();
  const parser = useCodeLanguage(language === "json" ? "json" : "text");
  const extensions = useMemo(
    () => [
      variablesState,
      language === "expression" ? [] : referenceChips,
      parser,
      syntaxMarks(language),
      completion
        ? completion.variableCompletion(language, { local, typeName: (type) => t(`type.${type}`) })
        : EditorView.domEventHandlers({ focus: want }),
      variableDrop(language),
      editorKeys,
      editorTheme,
      singleLine ? oneLine : [],
      placeholderText(placeholder),
      EditorState.readOnly.of(readOnly),
      EditorView.contentAttributes.of({ "aria-label": label, id }),
    ],
    [parser, completion, want, language, local, t, singleLine, placeholder, readOnly, label, id],
  );
  const known = useMemo(() => knownVariables(variables), [variables]);
  useLayoutEffect(() => {
    view.current?.dispatch({ effects: setVariables.of(known) });
  }, [known]);
  useEffect(() => {
    // What was typed on the way is completed, too.
    if (view.current?.hasFocus) completion?.startCompletion(view.current);
  }, [completion]);
  const wrong = useMemo(() => wrongSyntaxIn(value, language, known), [value, language, known]);
  const replace = ({ from, to, replacement }: WrongSyntax) => {
    // The advice is about the value; a key may have come since.
    if (replacement === null || view.current?.state.doc.toString() !== value) return;
    view.current.dispatch({
      changes: { from, to, insert: replacement },
      selection: { anchor: from + replacement.length },
      annotations: isolateHistory.of("full"),
    });
    view.current.focus();
  };

  const insert = useCallback(
    (reference: string) => {
      const path = parseReference(reference);
      const editor = view.current;
      if (!editor || !path) return;
      const { from, to } = editor.state.selection.main;
      const text = referenceAt(editor.state.doc.toString(), from, path, language);
      editor.dispatch({
        changes: { from, to, insert: text },
        selection: { anchor: from + text.length },
        annotations: isolateHistory.of("full"),
      });
      editor.focus();
    },
    [language],
  );
  return (
    <>
      <div
        className={classes.frame}
        data-single={singleLine || undefined}
        data-readonly={readOnly || undefined}
        data-language={language}
      >
        <CodeMirror
          name={id}
          value={value}
          onChange={onChange}
          extensions={extensions}
          className={classes.editor}
          view={view}
        />
        {!readOnly && variables.length > 0 && <VariablePicker groups={variables} onPick={insert} />}
      </div>
      <SyntaxAdvice text={value} found={wrong} readOnly={readOnly} onReplace={replace} />
    </>
  );
}
