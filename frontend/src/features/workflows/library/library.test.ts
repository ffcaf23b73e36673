import { describe, expect, it } from "vitest";
import { commonTags, tagChanges } from "@/features/workflows/library/arrange-modal";
import { folderTree, openRows } from "@/features/workflows/library/folder-tree";
import {
  EVERYWHERE,
  type LibraryPlace,
  placeQuery,
  readLibraryFilter,
  readPlace,
  withTag,
} from "@/features/workflows/library/library-place";
import { workflowSummary } from "@/test/workflows";

const at = (changes: Partial<LibraryPlace>): LibraryPlace => ({ ...EVERYWHERE, ...changes });

describe("a place in the library", () => {
  it.each([
    ["", EVERYWHERE],
    ["?favourites", at({ favourites: true })],
    ["?owner=me&tag=a", at({ mine: true, tags: ["a"] })],
    ["?folder=Sales%2FLeads", at({ folder: "Sales/Leads" })],
    ["?folder=%E9%94%80%E5%94%AE&tag=a%26b&tag=c", at({ folder: "销售", tags: ["a&b", "c"] })],
  ])("is %j in the address", (query, place) => {
    expect(placeQuery(place)).toBe(query);
    expect(readPlace(new URLSearchParams(query))).toEqual(place);
  });

  it("keeps what is searched and filtered, but for the owner among one's own", () => {
    const here = new URLSearchParams("?folder=Old&search=a%26b&trigger=poll&owner=7&period=7d&new");
    expect(placeQuery(at({ folder: "Sales" }), here)).toBe(
      "?folder=Sales&trigger=poll&period=7d&search=a%26b&owner=7",
    );
    expect(placeQuery(at({ mine: true }), here)).toBe("?owner=me&trigger=poll&period=7d&search=a%26b");
    expect(readLibraryFilter(new URLSearchParams("?owner=me&trigger=start&period=9d"))).toEqual({});
  });

  it("has each tag once, and without it when it is chosen again", () => {
    expect(readPlace(new URLSearchParams("?tag=a&tag=a")).tags).toEqual(["a"]);
    expect(withTag(at({ folder: "Sales" }), "Mail")).toEqual(at({ folder: "Sales", tags: ["Mail"] }));
    expect(withTag(at({ tags: ["Mail", "Daily"] }), "mail").tags).toEqual(["Daily"]);
  });
});

describe("the tree of folders", () => {
  const TREE = folderTree([
    { name: "Sales Europe", count: 1 },
    { name: "Sales/Leads/New", count: 2 },
    { name: "Sales", count: 3 },
    { name: "Mail/In", count: 4 },
  ]);

  it("has the folders above, and counts what is in folders below", () => {
    expect(TREE.map(({ path, name, level, count }) => [path, name, level, count])).toEqual([
      ["Mail", "Mail", 0, 4],
      ["Mail/In", "In", 1, 4],
      ["Sales", "Sales", 0, 5],
      ["Sales/Leads", "Leads", 1, 2],
      ["Sales/Leads/New", "New", 2, 2],
      ["Sales Europe", "Sales Europe", 0, 1],
    ]);
  });

  it.each([
    ["", ["Mail", "Sales", "Sales Europe"]],
    ["Sales", ["Mail", "Sales", "Sales/Leads", "Sales Europe"]],
    ["Sales/Leads", ["Mail", "Sales", "Sales/Leads", "Sales/Leads/New", "Sales Europe"]],
    ["Sales Europe", ["Mail", "Sales", "Sales Europe"]],
  ])("is open where one is: %j", (open, paths) => {
    expect(openRows(TREE, open).map(({ path }) => path)).toEqual(paths);
  });
});

describe("tags of many", () => {
  it("are those that all have, however they are written", () => {
    const workflows = [["Mail", "Daily"], ["daily", "MAIL", "x"], ["mail"]].map((tags) =>
      workflowSummary({ tags }),
    );
    expect(commonTags(workflows)).toEqual(["Mail"]);
    expect(commonTags([])).toEqual([]);
  });

  it("change by what came and what went", () => {
    expect(tagChanges(["Mail", "Daily"], ["mail", "New"])).toEqual({
      add_tags: ["New"],
      remove_tags: ["Daily"],
    });
  });
});
