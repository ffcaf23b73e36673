import { describe, expect, it } from "vitest";
import { pickTurn, pickVersion, shownTurns } from "./chat-tree";

const turn = (id: string, after: string | null) => ({ id, after });
const TURNS = [turn("a", null), turn("b1", "a"), turn("b2", "a"), turn("c1", "b1"), turn("c2", "b2")];
const ids = (picked = {}) => shownTurns(TURNS, picked).map((shown) => shown.turn.id);

describe("a conversation with versions", () => {
  it("shows the newest version of each turn", () => {
    expect(ids()).toEqual(["a", "b2", "c2"]);
  });

  it("follows a chosen version down its own branch", () => {
    const shown = shownTurns(TURNS, {})[1];
    if (!shown) throw new Error("no second turn");
    expect(shown).toMatchObject({ index: 1, versions: [{ id: "b1" }, { id: "b2" }] });
    expect(ids(pickVersion({}, shown, 0))).toEqual(["a", "b1", "c1"]);
    expect(pickVersion({}, shown, 7)).toEqual({});
  });

  it("shows a new turn where an older one was chosen", () => {
    const picked = { a: "b1" };
    expect(ids(pickTurn(picked, turn("b2", "a")))).toEqual(["a", "b2", "c2"]);
  });

  it("has versions of the first turn, too", () => {
    const turns = [turn("x", null), turn("y", null)];
    expect(shownTurns(turns, { "": "x" }).map((shown) => shown.turn.id)).toEqual(["x"]);
  });

  it("is empty without turns", () => {
    expect(shownTurns([], {})).toEqual([]);
  });
});
