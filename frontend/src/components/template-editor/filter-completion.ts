/** Completion of filters: what may stand behind `|` in `{{ … }}`, each with an example. */

import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { EditorView } from "@codemirror/view";
import { ask } from "@/api/http";
import type { TemplateFilter } from "@/api/types";
import type { Message } from "@/i18n/local-text";
import { LONGEST, STRINGS } from "./typed-reference";

/** Text before the caret that starts a filter. */
const TYPED = /\{\{[^{}\n]*\|\s*(\w*)$/;
/** A filter that has its arguments already. */
const ARGUMENTS_BEHIND = /^\w*\s*:/;

let loaded: Promise<TemplateFilter[]> | null = null;

/** Asked for once; an answer that failed is asked for again. */
function filters(): Promise<TemplateFilter[]> {
  loaded ??= ask("get", "/api/template-filters/").catch((error: unknown) => {
    loaded = null;
    throw error;
  });
  return loaded;
}

/** The beginning of a filter that ends where `line` ends, or null: a bar in quotation marks is text. */
export function typedFilter(line: string): string | null {
  const near = line.slice(-LONGEST).replace(STRINGS, (text) => "_".repeat(text.length));
  return /["']/.test(near.slice(near.lastIndexOf("{{"))) ? null : (TYPED.exec(near)?.[1] ?? null);
}

/** Inserted text of a filter, and its editable part. */
export function writtenFilter({ name, arguments: given }: TemplateFilter, behind: string) {
  const text = given && !ARGUMENTS_BEHIND.test(behind) ? `${name}: ${given}` : name;
  return { text, from: text === name ? name.length : name.length + 2, to: text.length };
}

/** `tea → TEA` */
export function exampleOf({ value, result }: TemplateFilter): string {
  const shown = (one: unknown) => (typeof one === "string" ? one : JSON.stringify(one));
  return `${shown(value)} → ${shown(result)}`;
}

export const filterCompletion =
  (local: (text: Message) => string) =>
  async ({ state, pos }: CompletionContext): Promise<CompletionResult | null> => {
    const line = state.doc.lineAt(pos);
    const typed = typedFilter(line.text.slice(0, pos - line.from));
    if (typed === null) return null;
    const known = await filters().catch(() => []);
    const options = known.map(
      (filter, rank): Completion => ({
        label: filter.name,
        detail: local(filter.help),
        info: exampleOf(filter),
        boost: -rank,
        apply: (view: EditorView, _completion: Completion, from: number, to: number) => {
          const written = writtenFilter(filter, view.state.sliceDoc(to, to + LONGEST));
          view.dispatch({
            changes: { from, to, insert: written.text },
            selection: { anchor: from + written.from, head: from + written.to },
            userEvent: "input.complete",
          });
        },
      }),
    );
    return options.length ? { from: pos - typed.length, options, validFor: /^\w*$/ } : null;
  };
