import { afterEach, describe, expect, it } from "vitest";
import { changeLanguage } from "@/i18n";
import { failureText } from "@/i18n/failure-text";

const ERROR = { code: "x", message: "Broken.", node_key: null, translations: { zh: "出错了。" } };

describe("failureText", () => {
  afterEach(() => changeLanguage("en"));

  it("speaks the language of the interface", async () => {
    expect(failureText(ERROR)).toBe("Broken.");
    await changeLanguage("zh");
    expect(failureText(ERROR)).toBe("出错了。");
    expect(failureText({ ...ERROR, translations: {} })).toBe("Broken.");
  });
});
