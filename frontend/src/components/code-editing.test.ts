/** Keys in code: a text stays as it was typed, whenever the language of the editor came. */

import { javascript } from "@codemirror/lang-javascript";
import { json } from "@codemirror/lang-json";
import { python } from "@codemirror/lang-python";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { describe, expect, it } from "vitest";
import { codeEditing, endOfJsonText } from "./code-editing";

/** Types keys one after the other between two texts that are there. */
function typed(language: Extension, before: string, keys: string, after = ""): string {
  const view = new EditorView({
    doc: before + after,
    selection: { anchor: before.length },
    extensions: [language, codeEditing],
  });
  for (const key of keys) {
    const { from, to } = view.state.selection.main;
    const insert = () => view.state.update(view.state.replaceSelection(key));
    const handlers = view.state.facet(EditorView.inputHandler);
    if (!handlers.some((handle) => handle(view, from, to, key, insert))) view.dispatch(insert());
  }
  return view.state.doc.toString();
}

const LANGUAGES = {
  json: { language: [json(), endOfJsonText], code: '[{"text": "On {{inputs.x}}!", "path": "c:\\\\"}]' },
  python: { language: python(), code: 'result = ["On {{inputs.x}}!", "c:\\\\"]' },
  javascript: { language: javascript(), code: 'return ["On {{inputs.x}}!", `c:\\\\`]' },
};

describe.each(Object.entries(LANGUAGES))("%s", (_name, { language, code }) => {
  it.each(Array.from(code, (_, at) => at))(
    "is as it was typed when the editor knows it after %i characters",
    (at) => {
      expect(typed(language, code.slice(0, at), code.slice(at))).toBe(code);
    },
  );
});

it("closes what is begun, and goes over what it closed", () => {
  const { language } = LANGUAGES.json;
  expect(typed(language, "", '[{"a')).toBe('[{"a"}]');
  expect(typed(language, "", '[{"a": "b"}]')).toBe('[{"a": "b"}]');
  expect(typed(language, '["b ', '"', "]")).toBe('["b "]');
});
