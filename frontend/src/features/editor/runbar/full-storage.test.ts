import { expect, it, vi } from "vitest";
import { lastInputs, rememberInputs } from "@/features/editor/runbar/last-inputs";
import { changeLanguage, currentLanguage, startI18n } from "@/i18n";
import { chooseKeys, useKeyStore } from "@/stores/key-store";
import { useUi } from "@/stores/ui-store";

it("lets people choose, run and resize in a browser whose storage is full", async () => {
  await startI18n("en");
  const stored = new Map([["flowloom-inputs:w1", '{"topic":"older"}']]);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => stored.delete(key),
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
  useUi.getState().set({ panelWidth: 500 });
  expect(useUi.getState().panelWidth).toBe(500);
  chooseKeys("run", "mod+r");
  expect(useKeyStore.getState().chosen).toEqual({ run: "mod+r" });
  rememberInputs("w1", { topic: "newer" });
  expect(lastInputs("w1")).toBeNull();
  await changeLanguage("zh");
  expect(currentLanguage()).toBe("zh");
});
