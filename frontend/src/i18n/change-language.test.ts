import { afterEach, describe, expect, it, vi } from "vitest";
import { changeLanguage, currentLanguage, startI18n } from "./index";

describe("changing the language", () => {
  afterEach(() => vi.restoreAllMocks());

  it("is remembered, and told to the administrator's panel only", async () => {
    const cookie = vi.spyOn(document, "cookie", "set").mockImplementation(() => undefined);
    await startI18n("en");
    expect(cookie).not.toHaveBeenCalled();
    await changeLanguage("zh");
    expect(localStorage.getItem("flowloom-language")).toBe("zh");
    expect(cookie.mock.calls[0]?.[0]).toMatch(/^django_language=zh-hans; path=\/admin\/;/);
    await changeLanguage("en");
    expect(cookie.mock.calls[1]?.[0]).toMatch(/^django_language=en; path=\/admin\/;/);
  });

  it("in another tab is followed", async () => {
    await startI18n("en");
    localStorage.setItem("flowloom-language", "zh");
    window.dispatchEvent(new StorageEvent("storage", { key: "flowloom-language" }));
    await vi.waitFor(() => expect(currentLanguage()).toBe("zh"));
  });
});
