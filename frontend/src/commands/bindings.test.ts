import { afterEach, describe, expect, it } from "vitest";
import { localText } from "@/i18n/local-text";
import { chooseKeys, resetAllKeys, resetKeys, useKeyStore } from "@/stores/key-store";
import { isRebindable, keyFault, keysOf } from "./bindings";
import { keysFrom } from "./keys";
import { commandById } from "./registry";

afterEach(resetAllKeys);

const fault = (id: string, keys: string) => {
  const found = keyFault(commandById(id), keys);
  return found && localText(found);
};

describe("keys of commands", () => {
  it("are those that a person chose, until they are reset", () => {
    const bypass = commandById("bypass");
    chooseKeys("bypass", "mod+b");
    expect(keysOf(bypass)).toEqual(["mod+b"]);
    resetKeys("bypass");
    expect(keysOf(bypass)).toEqual(bypass.keys);
  });

  it("are given up to the command that got them", () => {
    chooseKeys("publish", "B");
    expect(keysOf(commandById("bypass"))).toEqual([]);
  });

  it("name who has them, and are not taken from the browser or from typing", () => {
    expect(fault("publish", "b")).toContain("“Bypass”");
    expect(fault("publish", "mod+t")).toContain("belongs to the browser");
    expect(fault("find", "x")).toContain("while you type");
    expect(fault("find", "F8")).toBeNull();
    expect(fault("bypass", "b")).toBeNull();
    expect(fault("publish", "mod+alt+p")).toBeNull();
  });

  it("stay as they are where they mean directions or are the browser's", () => {
    expect(["nudge", "copy", "next-node"].map((id) => isRebindable(commandById(id)))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("survive what a broken storage holds", async () => {
    for (const broken of ["null", "[]", "{", '{"state":{"chosen":{"run":7,"fit":"x"}},"version":0}']) {
      localStorage.setItem("flowloom-keys", broken);
      await useKeyStore.persist.rehydrate();
      expect(keysOf(commandById("run"))).toEqual(commandById("run").keys);
    }
    expect(useKeyStore.getState().chosen).toEqual({ fit: "x" });
  });
});

describe("keysFrom", () => {
  it.each<[KeyboardEventInit, string | null]>([
    [{ key: "b", code: "KeyB", ctrlKey: true }, "mod+b"],
    [{ key: "B", code: "KeyB", ctrlKey: true, shiftKey: true }, "mod+shift+b"],
    [{ key: "!", code: "Digit1", shiftKey: true }, "shift+1"],
    [{ key: "?", code: "Slash", shiftKey: true }, "?"],
    [{ key: "и", code: "KeyB" }, "b"],
    [{ key: "π", code: "KeyP", altKey: true }, "alt+p"],
    [{ key: "ArrowUp", code: "ArrowUp", altKey: true }, "alt+ArrowUp"],
    [{ key: "Control", ctrlKey: true }, null],
    [{ key: "k", metaKey: true }, null],
  ])("%j is %s", (pressed, expected) => {
    expect(keysFrom(new KeyboardEvent("keydown", pressed), false)).toBe(expected);
  });
});
