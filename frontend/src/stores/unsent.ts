/**
 * Unsaved edits in the browser's storage: a closed tab, a crash or an ended session loses nothing.
 *
 * Every open page has an entry of its own. A page that opens the same item later adopts the entries of closed pages;
 * those of other open tabs are left alone (browsers know this only on secure origins and on this machine).
 */

import { browserStorage } from "@/lib/browser-storage";

const PREFIX = "flowloom-unsent";

export type UnsentEntry<Value> = {
  /** Replace what is kept; null when everything was saved. False when the browser has no room for it. */
  keep(value: Value | null): boolean;
  /** The page is left; what is kept waits for the next one. */
  release(): void;
};

/** Open an entry of this page under a name such as `7:workflow:a1b2`: the person, the kind and the thing. */
export function openUnsentEntry<Value>(name: string): UnsentEntry<Value> {
  const key = `${PREFIX}:${name}:${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
  let release = () => {};
  const whileOpen = new Promise<void>((resolve) => {
    release = resolve;
  });
  void navigator.locks?.request(key, () => whileOpen);
  return { keep: (value) => write(key, value), release: () => release() };
}

/** Take over what pages that are gone have left under a name, the oldest first. */
export async function takeUnsent<Value>(name: string): Promise<Value[]> {
  const keys = browserStorage.names().filter((key) => key.startsWith(`${PREFIX}:${name}:`));
  const taken = await Promise.all(keys.map((key) => unlessOpen(key, () => take<Value>(key))));
  return taken
    .filter((entry) => entry !== null)
    .sort((a, b) => a.at - b.at)
    .map((entry) => entry.value);
}

type Stored<Value> = { at: number; value: Value };

function write(key: string, value: unknown): boolean {
  if (value !== null) return browserStorage.setItem(key, JSON.stringify({ at: Date.now(), value }));
  browserStorage.removeItem(key);
  return true;
}

function take<Value>(key: string): Stored<Value> | null {
  const text = browserStorage.getItem(key);
  browserStorage.removeItem(key);
  try {
    // Written by `write` of the same name.
    return text === null ? null : (JSON.parse(text) as Stored<Value>);
  } catch {
    return null;
  }
}

async function unlessOpen<Result>(key: string, act: () => Result): Promise<Result | null> {
  if (!navigator.locks) return act();
  return navigator.locks.request(key, { ifAvailable: true }, (lock) => (lock ? act() : null));
}
