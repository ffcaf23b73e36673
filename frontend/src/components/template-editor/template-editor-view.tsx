/** A text editor that shows references as chips, completes them, and offers a picker. */

import { isolateHistory } from "@codemirror/commands";
import { EditorState, type Extension } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  placeholder as placeholderText,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import { Button } from "@mantine/core";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { CodeMirror } from "@/components/code-mirror";
import { editorTheme } from "@/components/code-theme";
import { editorKeys } from "@/components/editor-keys";
import { useCompletion } from "@/components/template-editor/late-completion";
import { referenceChips } from "@/components/template-editor/reference-chips";
import { singleLine as oneLine } from "@/components/template-editor/single-line";
import classes from "@/components/template-editor/template-editor.module.css";
import { referencesIn } from "@/components/template-editor/template-syntax";
import { referenceAt } from "@/components/template-editor/typed-reference";
import { VariablePicker } from "@/components/template-editor/variable-picker";
import { knownVariables, setVariables, variablesState } from "@/components/template-editor/variables-state";
import { type WrongSyntax, wrongSyntaxIn } from "@/components/template-editor/wrong-syntax";
import { useCodeLanguage } from "@/components/use-code-language";
import { parseReference, type ReferenceLanguage, VARIABLE_MIME } from "@/document/reference-path";
import type { VariableGroup } from "@/document/variables";
import { useLocalText } from "@/i18n/local-text";

const mark = Decoration.mark({ class: "fl-wrong-syntax" });
const WAVE = {
  textDecoration: "underline wavy var(--fl-failed)",
  textDecorationSkipInk: "none",
  textUnderlineOffset: "3px",
};

/** The next ones come up when the first are mended. */
const MOST_SHOWN = 3;

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
  /** By which a form finds what was refused. */
  invalid?: boolean;
  describedBy?: string | undefined;
  onChange: (value: string) => void;
};

export default function TemplateEditorView(props: TemplateEditorProps) {
  const { id, label, value, placeholder, language = "template", variables, readOnly, onChange } = props;
  const { singleLine = false, invalid = false, describedBy } = props;
  const { t } = useTranslation("variables");
  const local = useLocalText();
  const view = useRef<EditorView>(null);
  const { completion, want } = useCompletion();
  const parser = useCodeLanguage(language === "json" ? "json" : "text");
  const editing = useMemo(
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
  // What is said of the value changes while people type: the rest stays as it is.
  const extensions = useMemo(
    () => [editing, EditorView.contentAttributes.of(validity(invalid, describedBy))],
    [editing, invalid, describedBy],
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

const validity = (invalid: boolean, describedBy: string | undefined): Record<string, string> => ({
  ...(invalid && { "aria-invalid": "true" }),
  ...(describedBy && { "aria-describedby": describedBy }),
});

type Props = {
  text: string;
  found: readonly WrongSyntax[];
  readOnly: boolean;
  onReplace: (one: WrongSyntax) => void;
};

/** Suggested replacements for unsupported syntax, each with a button that applies it. */
function SyntaxAdvice({ text, found, readOnly, onReplace }: Props) {
  const { t } = useTranslation("variables");
  if (found.length === 0) return null;
  return (
    <ul className={classes.advice} aria-live="polite">
      {found.slice(0, MOST_SHOWN).map((one) => (
        <li key={one.from}>
          <span>
            {t("syntax.wrong", { written: text.slice(one.from, one.to) })}{" "}
            {one.replacement === null
              ? t("syntax.chooseInstead")
              : t("syntax.writeInstead", { replacement: one.replacement })}
          </span>
          {one.replacement !== null && !readOnly && (
            <Button variant="default" size="compact-xs" onClick={() => onReplace(one)}>
              {t("syntax.replace")}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Underlines what the language of the field does not understand. */
function syntaxMarks(language: ReferenceLanguage): Extension {
  const marksIn = (state: EditorState): DecorationSet => {
    const found = wrongSyntaxIn(state.doc.toString(), language, state.field(variablesState));
    return Decoration.set(found.map(({ from, to }) => mark.range(from, to)));
  };
  const plugin = ViewPlugin.fromClass(
    class {
      marks: DecorationSet;
      constructor({ state }: EditorView) {
        this.marks = marksIn(state);
      }
      update({ state, startState, docChanged }: ViewUpdate) {
        const isNew = state.field(variablesState) !== startState.field(variablesState);
        if (docChanged || isNew) this.marks = marksIn(state);
      }
    },
    { decorations: ({ marks }) => marks },
  );
  return [plugin, EditorView.baseTheme({ ".fl-wrong-syntax": WAVE })];
}

/** Values dragged from an output become a reference where they are dropped. */
function variableDrop(language: ReferenceLanguage): Extension {
  return EditorView.domEventHandlers({
    drop(event, view) {
      const path = parseReference(event.dataTransfer?.getData(VARIABLE_MIME) ?? "");
      if (!path || view.state.readOnly) return false;
      event.preventDefault();
      const under = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.doc.length;
      const text = view.state.doc.toString();
      const at = outsideOfReferences(text, under);
      const insert = referenceAt(text, at, path, language);
      view.dispatch({
        changes: { from: at, insert },
        selection: { anchor: at + insert.length },
        userEvent: "input.drop",
        annotations: isolateHistory.of("full"),
      });
      view.focus();
      return true;
    },
  });
}

/** A reference is not dropped into another one, but behind it. */
function outsideOfReferences(text: string, at: number): number {
  return referencesIn(text).find(({ from, to }) => at > from && at < to)?.to ?? at;
}
