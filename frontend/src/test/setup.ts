import { format } from "node:util";
import { notifications } from "@mantine/notifications";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, expect, vi } from "vitest";
import type { StoreApi } from "zustand";
import { startI18n } from "@/i18n";
import { useCommandPalette } from "@/stores/command-palette-store";
import { useKeyStore } from "@/stores/key-store";
import { useMatrixDraft } from "@/stores/matrix-draft";
import { useUi } from "@/stores/ui-store";

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

/** Files share their modules: what a test has chosen would be chosen in the next. */
function forgetChoices(): void {
  localStorage.clear();
  sessionStorage.clear();
  const reset = <State>(store: Pick<StoreApi<State>, "setState" | "getInitialState">) =>
    store.setState(store.getInitialState(), true);
  reset(useCommandPalette);
  reset(useKeyStore);
  reset(useMatrixDraft);
  reset(useUi);
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
