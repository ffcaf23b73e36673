/** A form that saves itself: its value is stored as a whole, a moment after the last change, with the revision it started from. */

import { createStore, type StoreApi } from "zustand";
import { ApiError } from "@/api/errors";
import { isEqualJson } from "@/lib/equal-json";
import type { SaveState } from "./document-store";
import { openUnsentEntry, takeUnsent, type UnsentEntry } from "./unsent";

export type Stored<Value> = { value: Value; revision: number };

export type DraftCalls<Value> = {
  /** Throws a 409 ApiError when somebody else was first. */
  save(draft: Stored<Value>): Promise<Stored<Value>>;
  load(): Promise<Stored<Value>>;
};

type DraftState<Value> = Stored<Value> & {
  saveState: SaveState;
  /** Why the server refused the value; null in every other state. */
  refusal: ApiError | null;
};

export type Draft<Value> = StoreApi<DraftState<Value>> & {
  change(update: (before: Value) => Value): void;
  /** Save now; resolves when everything is saved or saving has failed. */
  flush(): Promise<void>;
  /** Settle a conflict: take the server's value, or store ours in its place. */
  settle(keep: "mine" | "theirs"): Promise<void>;
  /** Begin to keep unsent changes in the browser and take over those of a page that is gone; returns whether there were. */
  start(): Promise<boolean>;
  /** Resolves when the last change is saved, or is known to wait in the browser. */
  stop(): Promise<void>;
};

const DEBOUNCE_MS = 600;
const RETRY_MS = 5_000;

/** `name` is that of an entry in the browser, see `openUnsentEntry`. */
export function createDraft<Value>(
  name: string,
  stored: Stored<Value>,
  calls: DraftCalls<Value>,
): Draft<Value> {
  const store = createStore<DraftState<Value>>(() => ({ ...stored, saveState: "saved", refusal: null }));
  let entry: UnsentEntry<Stored<Value>> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;

  const schedule = (delay: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), delay);
  };

  const keep = () => {
    const { value, revision, saveState } = store.getState();
    entry?.keep(saveState === "saved" ? null : { value, revision });
  };

  const setStored = (saved: Stored<Value>, sent: Value) => {
    const isLast = store.getState().value === sent;
    store.setState({ revision: saved.revision, saveState: isLast ? "saved" : "dirty", refusal: null });
    keep();
  };

  const recover = async (error: ApiError, sent: Value) => {
    if (error.isTransient || error.isSignedOut) {
      store.setState({ saveState: "offline" });
      schedule(RETRY_MS);
    } else if (error.status === 409) {
      const present = await calls.load();
      // The answer to an earlier try got lost.
      if (isEqualJson(present.value, sent)) setStored(present, sent);
      else store.setState({ saveState: "conflict" });
    } else {
      store.setState({ saveState: "invalid", refusal: error });
    }
  };

  const saveOnce = async () => {
    const { value, revision } = store.getState();
    store.setState({ saveState: "saving" });
    try {
      setStored(await calls.save({ value, revision }), value);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await recover(error, value);
    }
  };

  const saveAll = async () => {
    do await saveOnce();
    while (store.getState().saveState === "dirty");
  };

  const flush = async () => {
    clearTimeout(timer);
    const { saveState } = store.getState();
    if (saveState === "saved" || saveState === "conflict") return;
    running ??= saveAll().finally(() => {
      running = null;
    });
    await running;
  };

  return {
    ...store,
    flush,
    change: (update) => {
      const { value, saveState } = store.getState();
      const waits = saveState === "conflict" || saveState === "offline";
      store.setState({ value: update(value), saveState: waits ? saveState : "dirty" });
      keep();
      if (!waits && running === null) schedule(DEBOUNCE_MS);
    },
    settle: async (choice) => {
      const present = await calls.load();
      if (choice === "theirs") {
        store.setState({ ...present, saveState: "saved", refusal: null });
        keep();
      } else {
        store.setState({ revision: present.revision, saveState: "dirty" });
        await flush();
      }
    },
    start: async () => {
      entry = openUnsentEntry(name);
      const left = (await takeUnsent<Stored<Value>>(name)).at(-1);
      if (left === undefined) return false;
      store.setState({ ...left, saveState: "dirty" });
      keep();
      await flush();
      return true;
    },
    stop: async () => {
      await flush();
      clearTimeout(timer);
      entry?.release();
    },
  };
}
