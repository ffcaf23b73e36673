/** Completion of references: typing `{{` or `/` at a word's start lists what can be used here. */

import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import type { LocalText } from "@/api/types";
import type { VariableGroup } from "@/document/variables";
import { toReference } from "./template-syntax";

/** Completions for a text before the caret; exported for tests. */
export function completionsFor(
  groups: readonly VariableGroup[],
  local: (text: LocalText) => string,
): Completion[] {
  return groups.flatMap((group) =>
    group.variables.map((variable) => ({
      label: `${local(group.title)} › ${variable.path}`,
      detail: variable.type,
      apply: toReference(variable.reference),
      section: local(group.title),
    })),
  );
}

export function variableCompletion(
  groups: readonly VariableGroup[],
  local: (text: LocalText) => string,
): Extension {
  const options = completionsFor(groups, local);
  const source = (context: CompletionContext): CompletionResult | null => {
    const before = context.matchBefore(/\{\{[^{}]*|(?:^|\s)\/[\p{L}\w]*/u);
    if (!before || options.length === 0) return null;
    const slash = before.text.search(/\//);
    const from = before.text.startsWith("{{") ? before.from : before.from + Math.max(slash, 0);
    return { from, options, filter: false };
  };
  return autocompletion({ override: [source], icons: false, activateOnTyping: true });
}
