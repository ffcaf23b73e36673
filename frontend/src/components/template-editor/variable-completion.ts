/** Completion of references: what can be used here, narrowed by what is typed behind `{{`, or behind `/` at a word's start. */

import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeCompletion,
  completionStatus,
  startCompletion,
} from "@codemirror/autocomplete";
import { type EditorState, type Extension, Prec } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";
import { parseReference, type ReferenceLanguage, type ReferencePath } from "@/document/reference-path";
import type { Variable } from "@/document/variables";
import type { Message } from "@/i18n/local-text";
import { filterCompletion } from "./filter-completion";
import { findVariables } from "./find-variables";
import { completing, type Typed, typedReference } from "./typed-reference";
import { variablesState } from "./variables-state";

export { startCompletion };

/** Texts of the list in the interface language. */
type Words = { local: (text: Message) => string; typeName: (type: Variable["type"]) => string };

export function variableCompletion(language: ReferenceLanguage, { local, typeName }: Words): Extension {
  const apply =
    (path: ReferencePath) => (view: EditorView, _completion: Completion, _from: number, at: number) => {
      const typed = typedAt(view.state, at, language) ?? { from: at, query: "" };
      const change = completing(view.state.doc.toString(), typed, at, path, language);
      view.dispatch({
        changes: change,
        selection: { anchor: change.from + change.insert.length },
        userEvent: "input.complete",
      });
    };
  const complete = (state: EditorState, at: number): CompletionResult | null => {
    const typed = typedAt(state, at, language);
    if (!typed) return null;
    const groups = findVariables(state.field(variablesState).groups, typed.query, local);
    const options = groups.flatMap(({ title, variables }, rank) =>
      variables.flatMap(({ reference, path: label, type }): Completion[] => {
        const path = parseReference(reference);
        const section = { name: local(title), rank };
        return path ? [{ label, detail: typeName(type), section, apply: apply(path) }] : [];
      }),
    );
    if (options.length === 0) return null;
    const { from } = typed;
    return {
      from,
      options,
      filter: false,
      update: (_last, _from, to, { state: next }) => complete(next, to),
    };
  };
  const filters = language === "expression" ? null : filterCompletion(local);
  // One source for both: of several, one that has nothing yet disables the whole list with each letter until it was
  // asked again, and Enter breaks the line meanwhile.
  const source = (context: CompletionContext) =>
    complete(context.state, context.pos) ?? filters?.(context) ?? null;
  return [
    Prec.highest(keymap.of([{ key: "Escape", run: forgetPending }])),
    autocompletion({
      override: [source],
      icons: false,
      interactionDelay: 0,
    }),
    // Tab leaves the field, unless it takes what the list offers.
    Prec.high(keymap.of([{ key: "Tab", run: acceptCompletion }])),
  ];
}

/** Escape closes a list that is shown; one that is only being made must not keep it from leaving the field. */
function forgetPending(view: EditorView): boolean {
  if (completionStatus(view.state) === "pending") closeCompletion(view);
  return false;
}

function typedAt(state: EditorState, at: number, language: ReferenceLanguage): Typed | null {
  const line = state.doc.lineAt(at);
  const typed = typedReference(line.text.slice(0, at - line.from), language);
  return typed && { ...typed, from: typed.from + line.from };
}
