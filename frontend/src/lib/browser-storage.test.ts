import { expect, it, vi } from "vitest";
import { browserStorage } from "./browser-storage";

it("keeps nothing older under a name for which there is no room", () => {
  const kept = new Map([["choice", "older"]]);
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    removeItem: (name: string) => kept.delete(name),
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
  expect(browserStorage.setItem("choice", "newer")).toBe(false);
  expect(browserStorage.getItem("choice")).toBeNull();
  vi.unstubAllGlobals();
});

/** Mantine's keeper of the colour scheme is as careful by itself. */
const CAREFUL = ["../app/app.tsx", "./browser-storage.ts"];

it("is the only way to the storages of a browser", () => {
  const sources = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.*", "!../test/**"], {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const users = Object.entries(sources).filter(([, text]) =>
    /localStorage|sessionStorage|indexedDB/.test(text),
  );
  expect(users.map(([path]) => path).sort()).toEqual(CAREFUL);
});
