import i18next from "i18next";
import { describe, expect, it } from "vitest";
import { changeLanguage, LANGUAGES } from "@/i18n";
import { keyCaps, keyText, matchesKeys } from "./keys";
import { COMMANDS } from "./registry";

type Pressed = { key: string; code?: string; ctrl?: boolean; meta?: boolean; shift?: boolean; alt?: boolean };

function press({ key, code = "", ctrl, meta, shift, alt }: Pressed): KeyboardEvent {
  return new KeyboardEvent("keydown", {
    key,
    code,
    ctrlKey: ctrl ?? false,
    metaKey: meta ?? false,
    shiftKey: shift ?? false,
    altKey: alt ?? false,
  });
}

describe("matchesKeys", () => {
  it.each<[string, Pressed, boolean]>([
    ["mod+z", { key: "z", ctrl: true }, true],
    ["mod+z", { key: "Z", ctrl: true, shift: true }, false],
    ["mod+shift+z", { key: "Z", ctrl: true, shift: true }, true],
    ["mod+z", { key: "z", meta: true }, false],
    ["mod+z", { key: "z" }, false],
    ["?", { key: "?", shift: true }, true],
    ["?", { key: "?" }, true],
    ["+", { key: "+", shift: true }, true],
    ["+", { key: "+", ctrl: true }, false],
    ["shift+1", { key: "!", code: "Digit1", shift: true }, true],
    ["alt+ArrowRight", { key: "ArrowRight", alt: true }, true],
    ["ArrowRight", { key: "ArrowRight", alt: true }, false],
    ["n", { key: "т", code: "KeyN" }, true],
    ["n", { key: "b", code: "KeyN" }, false],
    ["mod+Enter", { key: "Enter", ctrl: true }, true],
  ])("%s and %j: %s", (keys, pressed, expected) => {
    expect(matchesKeys(keys, press(pressed), false)).toBe(expected);
  });

  it("takes the command key on a Mac", () => {
    expect(matchesKeys("mod+z", press({ key: "z", meta: true }), true)).toBe(true);
    expect(matchesKeys("mod+z", press({ key: "z", ctrl: true }), true)).toBe(false);
  });
});

describe("keys on screen", () => {
  it.each([
    ["mod+shift+z", false, "Ctrl+Shift+Z"],
    ["mod+shift+z", true, "⌘⇧Z"],
    ["Enter", false, "↵"],
    ["F2", false, "F2"],
    ["+", false, "+"],
  ])("writes %s (Mac: %s) as %s", (keys, isMac, text) => {
    expect(keyText(keys, isMac)).toBe(text);
  });

  it("gives one cap per key", () => {
    expect(keyCaps("alt+ArrowUp", false)).toEqual(["Alt", "↑"]);
  });
});

describe("commands", () => {
  it("have titles in each language", async () => {
    for (const language of LANGUAGES) {
      await changeLanguage(language);
      for (const { id } of COMMANDS) expect(i18next.exists(`commands:title.${id}`), id).toBe(true);
    }
    await changeLanguage("en");
  });

  it("do not share keys", () => {
    const keys = COMMANDS.flatMap((command) => command.keys);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });
});
