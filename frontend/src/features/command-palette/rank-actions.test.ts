import { describe, expect, it } from "vitest";
import { rankActions } from "./rank-actions";

const GROUPS = [
  {
    group: "Favourites",
    actions: [{ id: "star", label: "Zebra crossing", keywords: ["Sales/Leads", "Mail"] }],
  },
  {
    group: "Commands",
    actions: [
      { id: "clear", label: "Clear run from canvas", keywords: ["从画布清除"] },
      { id: "run", label: "Run", keywords: ["运行"] },
    ],
  },
  {
    group: "Go to",
    actions: [
      { id: "go:a", label: "Answer" },
      { id: "go:b", label: "Billing answer" },
    ],
  },
];

function ids(query: string): string[] {
  return rankActions(query, GROUPS).flatMap((entry) =>
    "actions" in entry ? entry.actions.map((action) => action.id) : [entry.id],
  );
}

describe("rankActions", () => {
  it.each([
    ["an", ["go:a", "go:b", "clear"]],
    ["run", ["run", "clear"]],
    ["运", ["run"]],
    ["leads", ["star"]],
    ["mail", ["star"]],
    ["zzz", []],
  ])("puts the best fit for %j first", (query, expected) => {
    expect(ids(query)).toEqual(expected);
  });

  it("lists favourites and commands when nothing is typed", () => {
    expect(ids("  ")).toEqual(["star", "clear", "run"]);
  });
});
