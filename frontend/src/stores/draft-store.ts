/**
 * A form that saves itself: its value is stored as a whole, a moment after the last change, with the revision it started from.
 *
 * What others saved meanwhile is taken in, unless both changed the same field.
 */

import { createStore, type StoreApi } from "zustand";
import { ApiError } from "@/api/errors";
import { isEqualJson } from "@/lib/equal-json";
import { mergeJson } from "@/lib/merge-json";
import type { SaveState } from "./document-store";
import { openUnsentEntry, takeUnsent, type UnsentEntry } from "./unsent";

export type Stored<Value> = { value: Value; revision: number };

type DraftCalls<Value> = {
  /** Throws a 409 ApiError when somebody else was first. */
  save(draft: Stored<Value>): Promise<Stored<Value>>;
  load(): Promise<Stored<Value>>;
};

/** A value that is being edited; `base` is what the server had at that revision. */
type Edited<Value> = Stored<Value> & { base: Value };

type DraftState<Value> = Edited<Value> & {
  saveState: SaveState;
  /** Why the server refused the value; null in every other state. */
  refusal: ApiError | null;
};

export type Draft<Value> = StoreApi<DraftState<Value>> & {
  change(update: (before: Value) => Value): void;
  /** Save now; resolves when everything is saved or saving has failed. */
  flush(): Promise<void>;
  /** Take in what was saved elsewhere; a field that is changed on both sides waits for the next save. */
  refresh(): Promise<void>;
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
  const store = createStore<DraftState<Value>>(() => ({
    ...stored,
    base: stored.value,
    saveState: "saved",
    refusal: null,
  }));
  let entry: UnsentEntry<Edited<Value>> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;

  const schedule = (delay: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), delay);
  };

  const keep = () => {
    const { value, revision, base, saveState } = store.getState();
    entry?.keep(saveState === "saved" ? null : { value, revision, base });
  };

  const setStored = (saved: Stored<Value>, sent: Value) => {
    const isLast = store.getState().value === sent;
    const saveState = isLast ? "saved" : "dirty";
    store.setState({ revision: saved.revision, base: sent, saveState, refusal: null });
    keep();
  };

  /** Returns whether there is something newer and ours goes together with it. */
  const takeIn = (present: Stored<Value>): boolean => {
    const { base, value, revision } = store.getState();
    const merged = present.revision > revision ? mergeJson(base, value, present.value) : null;
    if (merged === null) return false;
    store.setState({ value: merged, revision: present.revision, base: present.value });
    keep();
    return true;
  };

  const recover = async (error: ApiError, sent: Value) => {
    if (error.isTransient || error.isSignedOut) {
      store.setState({ saveState: "offline" });
      schedule(RETRY_MS);
    } else if (error.status === 409) {
      const present = await calls.load();
      // The answer to an earlier try got lost.
      if (isEqualJson(present.value, sent)) setStored(present, sent);
      else store.setState({ saveState: takeIn(present) ? "dirty" : "conflict" });
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
    refresh: async () => {
      const present = await calls.load();
      // A save under way settles it by itself, and so does a person who is being asked.
      if (running === null && store.getState().saveState !== "conflict") takeIn(present);
    },
    settle: async (choice) => {
      const present = await calls.load();
      if (choice === "theirs") {
        store.setState({ ...present, base: present.value, saveState: "saved", refusal: null });
        keep();
      } else {
        store.setState({ revision: present.revision, base: present.value, saveState: "dirty" });
        await flush();
      }
    },
    start: async () => {
      entry = openUnsentEntry(name);
      const left = (await takeUnsent<Edited<Value>>(name)).at(-1);
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
