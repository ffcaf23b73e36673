import { afterEach, describe, expect, it } from "vitest";
import { changeLanguage } from "@/i18n";
import { storedText } from "@/i18n/stored-text";

const ERROR = { code: "x", message: "Broken.", node_key: null, translations: { zh: "出错了。" } };

describe("storedText", () => {
  afterEach(() => changeLanguage("en"));

  it("speaks the language of the interface", async () => {
    expect(storedText(ERROR)).toBe("Broken.");
    await changeLanguage("zh");
    expect(storedText(ERROR)).toBe("出错了。");
    expect(storedText({ ...ERROR, translations: {} })).toBe("Broken.");
  });
});
