import type { EditorView } from "@codemirror/view";
import { render } from "@testing-library/react";
import { createRef } from "react";
import { describe, expect, it } from "vitest";
import { MAX_CHARACTERS } from "@/lib/long-pastes";
import { CodeMirror, minimalChange } from "./code-mirror";

/** An editor with a value that returns when the test lets it. */
function open(value: string) {
  const view = createRef<EditorView>();
  const out: string[] = [];
  const field = (next: string) => (
    <CodeMirror name="" value={next} onChange={(text) => out.push(text)} extensions={NONE} view={view} />
  );
  const { rerender } = render(field(value));
  const editor = view.current;
  if (!editor) throw new Error("no editor");
  return {
    out,
    type: (text: string) => {
      const at = editor.state.doc.length;
      editor.dispatch({ changes: { from: at, insert: text }, selection: { anchor: at + text.length } });
    },
    cut: (count: number) => editor.dispatch({ changes: { from: 0, to: count } }),
    give: (next: string) => rerender(field(next)),
    text: () => editor.state.doc.toString(),
    caret: () => editor.state.selection.main.head,
  };
}
const NONE: [] = [];

describe("CodeMirror", () => {
  it("leaves out what would make the text too long, and takes everything shorter", () => {
    const field = open("");
    field.type("a".repeat(MAX_CHARACTERS));
    field.type("b");
    field.type("{{".repeat(2_500_000));
    expect(field.out.map((text) => text.length)).toEqual([MAX_CHARACTERS]);
    const long = "a".repeat(MAX_CHARACTERS + 10);
    field.give(long);
    expect(field.text()).toBe(long);
    field.cut(5);
    expect(field.text().length).toBe(MAX_CHARACTERS + 5);
  });

  it("keeps what was typed while an older value was on its way back", () => {
    const field = open("");
    field.type("a");
    field.type("b");
    field.give("a");
    expect(field.text()).toBe("ab");
    field.type("c");
    field.give("ab");
    field.give("abc");
    expect(field.text()).toBe("abc");
    expect(field.out).toEqual(["a", "ab", "abc"]);
  });

  it("takes in what others changed, and leaves the caret where it was", () => {
    const field = open("one two");
    field.type("!");
    field.give("one two!");
    field.give("1 two!");
    expect(field.text()).toBe("1 two!");
    expect(field.caret()).toBe("1 two!".length);
    expect(field.out).toEqual(["one two!"]);
  });
});

describe("minimalChange", () => {
  it.each([
    ["", "abc"],
    ["abc", ""],
    ["aaa", "aa"],
    ["aa", "aaa"],
    ["one two", "1 two"],
    ["中文", "中 文"],
  ])("%s to %s", (before, after) => {
    const { from, to, insert } = minimalChange(before, after);
    expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
  });
});
