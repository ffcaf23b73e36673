import { describe, expect, it } from "vitest";
import { parseInline, parseMarkdown } from "./markdown";

describe("parseMarkdown", () => {
  it("reads headings, paragraphs, lists, quotes, code and rules", () => {
    const source = "# One\nfirst\nsecond\n\n- a\n- b\n1. c\n> said\n---\n```\nx = *1*\n```\n## Two";
    expect(parseMarkdown(source).map(({ kind }) => kind)).toEqual([
      "heading",
      "paragraph",
      "list",
      "list",
      "quote",
      "rule",
      "code",
      "heading",
    ]);
  });

  it("leaves code as it is written, also without an end", () => {
    expect(parseMarkdown("```\n**a**\n<b>")).toEqual([{ kind: "code", text: "**a**\n<b>" }]);
  });

  it("shows a text as it is that is too long to be drawn", () => {
    const text = "*a*\n".repeat(30_000);
    expect(parseMarkdown(text)).toEqual([{ kind: "code", text }]);
  });

  it("gives nothing for nothing", () => {
    expect(parseMarkdown(" \n\n")).toEqual([]);
  });
});

describe("parseInline", () => {
  it("reads what stands in a line", () => {
    expect(parseInline("问 **Ada _now_** or `x*y*`")).toEqual([
      { kind: "text", text: "问 " },
      {
        kind: "strong",
        inside: [
          { kind: "text", text: "Ada " },
          { kind: "emphasis", inside: [{ kind: "text", text: "now" }] },
        ],
      },
      { kind: "text", text: " or " },
      { kind: "code", text: "x*y*" },
    ]);
  });

  it.each(["javascript:alert(1)", "data:text/html,x", "vbscript:x"])("does not link to %s", (href) => {
    expect(JSON.stringify(parseInline(`[a](${href})`))).not.toContain('"link"');
  });

  it.each(["snake_case_name", "2 * 3 * 4", "a ** b"])("leaves %s alone", (text) => {
    expect(parseInline(text)).toEqual([{ kind: "text", text }]);
  });

  it("reads the parentheses of an address, and the brackets before a link", () => {
    expect(parseInline("[a [b](https://c.test/d_(e))")).toEqual([
      { kind: "text", text: "[a " },
      { kind: "link", href: "https://c.test/d_(e)", inside: [{ kind: "text", text: "b" }] },
    ]);
  });

  it("reads more marks than calls fit on the stack", () => {
    expect(parseInline("*a* ".repeat(20_000))).toHaveLength(40_000);
  });
});
