import { describe, expect, it } from "vitest";
import { markMentions, mentionsIn, typedMention } from "./mentions";

const KNOWN = new Set(["mai", "li.wei", "张三"]);

describe("mentions", () => {
  it("are known names behind an @, each once", () => {
    expect(mentionsIn("@mai and (@li.wei), @mai. @nobody", KNOWN)).toEqual(["mai", "li.wei"]);
    expect(mentionsIn("@张三 看一下", KNOWN)).toEqual(["张三"]);
    expect(mentionsIn("请@mai看一下", KNOWN)).toEqual(["mai"]);
    expect(mentionsIn("write to post@mai or @maitre", KNOWN)).toEqual([]);
  });

  it("are bold where they are shown", () => {
    expect(markMentions("Ask @mai. Not post@mai, @nobody", KNOWN)).toBe(
      "Ask **@mai**. Not post@mai, @nobody",
    );
  });

  it("are completed while they are typed", () => {
    expect(typedMention("ask @ma", 7)).toBe("ma");
    expect(typedMention("ask @", 5)).toBe("");
    expect(typedMention("ask @mai now", 12)).toBeNull();
    expect(typedMention("post@ma", 7)).toBeNull();
  });
});
