import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { createDraft, type Stored } from "./draft-store";

type Profile = { name: string; limits: { rounds: number; tokens: number | null } };

const FIRST: Profile = { name: "A", limits: { rounds: 5, tokens: null } };

/** The server's side: refuses what was begun on an older revision. */
function server() {
  let stored: Stored<Profile> = { value: FIRST, revision: 1 };
  return {
    get stored() {
      return stored;
    },
    saveElsewhere(value: Profile) {
      stored = { value, revision: stored.revision + 1 };
    },
    calls: {
      load: async () => stored,
      save: async ({ value, revision }: Stored<Profile>) => {
        if (revision !== stored.revision) throw conflict();
        stored = { value, revision: revision + 1 };
        return stored;
      },
    },
  };
}

function conflict() {
  return new ApiError(409, "revision_conflict", "Somebody else was first.");
}

function drafts() {
  const elsewhere = server();
  const draft = createDraft<Profile>("1:agent:a", elsewhere.stored, elsewhere.calls);
  const type = (change: (before: Profile) => Profile) => draft.change(change);
  return { elsewhere, draft, type };
}

afterEach(() => vi.useRealTimers());

describe("a form that two tabs edit", () => {
  it("shows what was saved elsewhere", async () => {
    const { elsewhere, draft } = drafts();
    elsewhere.saveElsewhere({ ...FIRST, name: "B" });
    await draft.refresh();
    expect(draft.getState()).toMatchObject({ value: { name: "B" }, revision: 2, saveState: "saved" });
  });

  it("keeps what is unsaved when another field was saved elsewhere, and stores both", async () => {
    const { elsewhere, draft, type } = drafts();
    type((before) => ({ ...before, limits: { ...before.limits, tokens: 7 } }));
    elsewhere.saveElsewhere({ name: "B", limits: { rounds: 9, tokens: null } });
    await draft.refresh();
    const both = { name: "B", limits: { rounds: 9, tokens: 7 } };
    expect(draft.getState().value).toEqual(both);
    await draft.flush();
    expect(elsewhere.stored.value).toEqual(both);
    expect(draft.getState().saveState).toBe("saved");
  });

  it("stores both fields when the save is what finds out", async () => {
    const { elsewhere, draft, type } = drafts();
    type((before) => ({ ...before, name: "mine" }));
    elsewhere.saveElsewhere({ ...FIRST, limits: { rounds: 9, tokens: null } });
    await draft.flush();
    expect(elsewhere.stored.value).toEqual({ name: "mine", limits: { rounds: 9, tokens: null } });
  });

  it("asks when both changed one field, and overwrites nothing until then", async () => {
    const { elsewhere, draft, type } = drafts();
    type((before) => ({ ...before, name: "mine" }));
    elsewhere.saveElsewhere({ ...FIRST, name: "theirs" });
    await draft.refresh();
    expect(draft.getState().value.name).toBe("mine");
    await draft.flush();
    expect(draft.getState()).toMatchObject({ saveState: "conflict", value: { name: "mine" } });
    expect(elsewhere.stored.value.name).toBe("theirs");
    await draft.settle("mine");
    expect(elsewhere.stored.value.name).toBe("mine");
  });

  it("merges with what was stored last, not with what it began with", async () => {
    const { elsewhere, draft, type } = drafts();
    type((before) => ({ ...before, name: "second" }));
    await draft.flush();
    elsewhere.saveElsewhere({ ...FIRST, name: "third" });
    await draft.refresh();
    expect(draft.getState().value.name).toBe("third");
  });
});
