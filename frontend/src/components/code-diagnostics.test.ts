import { Text } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import type { CodeFinding } from "@/api/types";
import { placeOf, toDiagnostics } from "@/components/code-diagnostics";

const finding = (line: number, column: number, severity: CodeFinding["severity"] = "error"): CodeFinding => ({
  line,
  column,
  severity,
  code: "unknown_name",
  message: { en: "nobody is not defined.", zh: "nobody 未定义。" },
});
const CODE = Text.of(["x = 1", "y = '😀' + nobody(x)", ""]);
const marked = (line: number, column: number) => {
  const { from, to } = placeOf(finding(line, column), CODE);
  return CODE.sliceString(from, to);
};

describe("placeOf", () => {
  it("marks the word at the place, counting characters as the server does", () => {
    expect(marked(1, 1)).toBe("x");
    expect(marked(2, 11)).toBe("nobody");
  });

  it("marks up to the end of the line where there is no word", () => {
    expect(marked(1, 3)).toBe("= 1");
  });

  it("stays within a text that has become shorter meanwhile", () => {
    expect(placeOf(finding(9, 9), CODE)).toEqual({ from: CODE.length, to: CODE.length });
    expect(marked(1, 99)).toBe("");
  });
});

describe("toDiagnostics", () => {
  it("keeps weight and order and says it in the language of the page", () => {
    const drawn = toDiagnostics([finding(1, 1, "warning"), finding(2, 11)], CODE, ({ zh = "" }) => zh);
    expect(drawn.map(({ severity, message }) => [severity, message])).toEqual([
      ["warning", "nobody 未定义。"],
      ["error", "nobody 未定义。"],
    ]);
  });
});
