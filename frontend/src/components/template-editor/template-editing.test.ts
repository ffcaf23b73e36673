import { EditorSelection, EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { chipsIn } from "./reference-chips";
import { singleLine } from "./single-line";
import { knownVariables, variablesState } from "./variables-state";

/** The texts that are chips; the bar is the caret. */
function chips(marked: string, hasFocus = true): string[] {
  const at = marked.indexOf("|");
  const state = EditorState.create({
    doc: marked.replace("|", ""),
    selection: EditorSelection.single(Math.max(at, 0)),
    extensions: variablesState.init(() => knownVariables([])),
  });
  return chipsIn(state, hasFocus).map(({ text }) => text);
}

describe("chips", () => {
  it.each([
    ["{{|}}", []],
    ["{{ |}}", []],
    ["{{ inputs.to|}}", []],
    ["{{ inputs.topic }|}", []],
    ["{{ inputs.topic }}|", ["inputs.topic"]],
    ["|{{ inputs.topic }}", ["inputs.topic"]],
    ["{{ inputs.a }} {{ inputs.|b }}", ["inputs.a"]],
    ["{{ inputs.a\n}}|", []],
    ["{{ 1 }} {{ $json.x }} {{ #id.x# }}|", []],
  ])("%s", (marked, texts) => {
    expect(chips(marked)).toEqual(texts);
  });

  it("appear when the field is left with the caret inside", () => {
    expect(chips("{{ inputs.to|pic }}", false)).toEqual(["inputs.topic"]);
  });
});

describe("a field of one line", () => {
  const changed = (doc: string, change: { from: number; to?: number; insert: string }) =>
    EditorState.create({ doc, extensions: singleLine }).update({ changes: change }).state;

  it("takes a pasted text of several lines as one line", () => {
    const state = changed("ab", { from: 1, insert: "1\n  2\n3" });
    expect(state.doc.toString()).toBe("a1 2 3b");
  });

  it("can still be edited when its stored text has several lines", () => {
    expect(changed("a\nb", { from: 3, insert: "c" }).doc.toString()).toBe("a\nbc");
  });
});
