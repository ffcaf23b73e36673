/** Keys that a person gave to commands, by the command's id; kept in this browser, like the other choices of the editor. */

import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import { browserStorage } from "@/lib/browser-storage";

type KeyState = { chosen: Readonly<Record<string, string>> };

export const useKeyStore = create<KeyState>()(
  persist((): KeyState => ({ chosen: {} }), {
    name: "flowloom-keys",
    storage: createJSONStorage(() => browserStorage),
    merge: (stored, initial) => ({ ...initial, chosen: textsOf(stored) }),
  }),
);

export function chooseKeys(command: string, keys: string): void {
  useKeyStore.setState(({ chosen }) => ({ chosen: { ...chosen, [command]: keys } }));
}

export function resetKeys(command: string): void {
  useKeyStore.setState(({ chosen: { [command]: _gone, ...chosen } }) => ({ chosen }));
}

export function resetAllKeys(): void {
  useKeyStore.setState({ chosen: {} });
}

/** Stored values may be of another version, or broken. */
function textsOf(stored: unknown): KeyState["chosen"] {
  if (typeof stored !== "object" || stored === null || !("chosen" in stored)) return {};
  const entries = Object.entries(stored.chosen ?? {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
