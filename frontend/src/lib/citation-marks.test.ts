import { describe, expect, it } from "vitest";
import { expectGrowth } from "@/test/growth";
import { MOST_CHIPS, markdownBlocks } from "./markdown";

const CITED: ReadonlySet<number> = new Set([1, 2, 12]);

const html = (text: string, cited: ReadonlySet<number> | undefined = CITED) =>
  markdownBlocks(text, undefined, cited).join("");
const chips = (text: string, cited?: ReadonlySet<number>) =>
  [...html(text, cited).matchAll(/<span class="cite" data-number="(\d+)"><\/span>/g)].map(([, number]) =>
    Number(number),
  );

describe("marks of citations", () => {
  it.each<[string, number[]]>([
    ["Cards [1].", [1]],
    ["Cards [1][2] and [12]", [1, 2, 12]],
    ["Cards [1, 2] and [2,1]", [1, 2, 2, 1]],
    ["- **Cards** [1]\n- | [2]", [1, 2]],
    ["| a |\n| - |\n| b [2] |", [2]],
    ["## Cards [1]", [1]],
    ["Cards [7]", []],
    ["Cards [1, 7]", []],
    ["Cards [ 1 ] [] [one] (1) [1 \\[1]", []],
    ["[1](https://a.test/)", []],
    ["[see [1]](https://a.test/)", []],
    ["![see [1]](https://a.test/)", []],
    ["`[1]`\n\n```\n[1]\n```", []],
  ])("in %j are %j", (text, numbers) => {
    expect(chips(text)).toEqual(numbers);
  });

  it("stay as they are written where nothing is cited", () => {
    expect(html("Cards [1].", new Set())).toContain("Cards [1].");
    expect(markdownBlocks("Cards [1].").join("")).toContain("Cards [1].");
    expect(html("Cards [7].")).toContain("Cards [7].");
  });

  it("are chips up to a number, and text beyond", () => {
    expect(chips("[1]".repeat(5_000))).toHaveLength(MOST_CHIPS);
  });

  it.each(["[1]", "[1, ", "[", "[[1]"])("take time that grows with the text: %j", (piece) => {
    expectGrowth((size) => {
      const text = piece.repeat(size / piece.length);
      return () => html(text);
    }, 90_000);
  });
});
