import { format } from "node:util";
import { notifications } from "@mantine/notifications";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, expect, vi } from "vitest";
import type { StoreApi } from "zustand";
import { startI18n } from "@/i18n";

// happy-dom knows nothing of fonts; text fields that grow listen for them.
Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });

// A page that outlives its stand-in server by a moment reaches nobody.
globalThis.fetch = () => Promise.reject(new Error("no server stands in here"));

// Waiting ends as soon as the state is there; the limit only has to hold on a busy machine.
configure({ asyncUtilTimeout: 60_000 });

// Complaints of React and of libraries fail the test that caused them.
const complaints: string[] = [];
const complain = (...words: unknown[]) => complaints.push(format(...words));
console.error = complain;
console.warn = complain;

await startI18n("en");

type Store = Pick<StoreApi<unknown>, "setState" | "getInitialState">;
const isStore = (value: unknown): value is Store =>
  typeof value === "function" && "setState" in value && "getInitialState" in value;
const STORES = Object.values(
  import.meta.glob<Record<string, unknown>>(["../stores/*.ts", "!**/*.test.ts"], { eager: true }),
)
  .flatMap((module) => Object.values(module))
  .filter(isStore);

/** Files share their modules: what a test has chosen would be chosen in the next. */
function forgetChoices(): void {
  localStorage.clear();
  sessionStorage.clear();
  for (const store of STORES) store.setState(store.getInitialState(), true);
}

afterEach(() => {
  cleanup();
  // The same goes for the document, and what is announced in it.
  document.body.replaceChildren();
  notifications.clean();
  vi.unstubAllGlobals();
  forgetChoices();
  expect(complaints.splice(0)).toEqual([]);
});
