import { afterEach, describe, expect, it, vi } from "vitest";
import { openUnsentEntry, takeUnsent } from "./unsent";

const NAME = "7:workflow:a1";

/** The browser's Web Locks, as far as a page needs them: one holder at a time, or none. */
class Locks {
  readonly held = new Set<string>();

  async request(name: string, ...rest: unknown[]): Promise<unknown> {
    const act = rest.at(-1) as (lock: object | null) => unknown;
    if (this.held.has(name)) return act(null);
    this.held.add(name);
    return Promise.resolve(act({})).finally(() => this.held.delete(name));
  }
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("what waits in the browser", () => {
  it("is taken over once by the next page, the oldest first", async () => {
    vi.spyOn(Date, "now").mockReturnValueOnce(2).mockReturnValueOnce(1);
    openUnsentEntry<string>(NAME).keep("later");
    openUnsentEntry<string>(NAME).keep("earlier");
    expect(await takeUnsent(NAME)).toEqual(["earlier", "later"]);
    expect(await takeUnsent(NAME)).toEqual([]);
  });

  it("belongs to one person and one thing", async () => {
    openUnsentEntry<string>(NAME).keep("mine");
    expect(await takeUnsent("8:workflow:a1")).toEqual([]);
    expect(await takeUnsent("7:workflow:a")).toEqual([]);
    expect(await takeUnsent(NAME)).toEqual(["mine"]);
  });

  it("is gone once it was saved", async () => {
    const entry = openUnsentEntry<string>(NAME);
    entry.keep("typed");
    entry.keep(null);
    expect(await takeUnsent(NAME)).toEqual([]);
  });

  it("stays with a tab that is still open", async () => {
    vi.stubGlobal("navigator", { locks: new Locks() });
    const open = openUnsentEntry<string>(NAME);
    open.keep("typed");
    expect(await takeUnsent(NAME)).toEqual([]);
    open.release();
    await vi.waitFor(async () => expect(await takeUnsent(NAME)).toEqual(["typed"]));
  });

  it("says so when the browser has no room, and keeps no older state", async () => {
    const entry = openUnsentEntry<string>(NAME);
    entry.keep("first");
    const storage = localStorage;
    vi.stubGlobal("localStorage", {
      removeItem: (key: string) => storage.removeItem(key),
      setItem: () => {
        throw new DOMException("full", "QuotaExceededError");
      },
    });
    expect(entry.keep("second")).toBe(false);
    vi.unstubAllGlobals();
    expect(await takeUnsent(NAME)).toEqual([]);
  });

  it("is left out when somebody else wrote something unreadable there", async () => {
    localStorage.setItem(`flowloom-unsent:${NAME}:1`, "{");
    expect(await takeUnsent(NAME)).toEqual([]);
  });
});
