import { describe, expect, it } from "vitest";
import { documentOf, gridDocument, NODE_TYPES, node } from "@/test/documents";
import { connectionFault, currentProblems, instantProblems, mayAdd } from "./validate";

const DOC = documentOf(
  [node("s", "start"), node("a"), node("c", "condition"), node("b"), node("e", "end")],
  ["s>a", "a>c", "c:true>b", "b>e"],
);
const port = (ref: string) => {
  const [name = "", id = "out"] = ref.split(":");
  return { node: name, port: id };
};

describe("connectionFault", () => {
  it.each([
    ["c:false", "e", null],
    ["s", "b", null],
    ["a", "a", "self"],
    ["b", "a", "cycle"],
    ["b", "c", "cycle"],
    ["s", "a", "duplicate_edge"],
    ["c", "e", "unknown_port"],
    ["e", "a", "unknown_port"],
    ["a", "s", "unknown_port"],
  ])("says of %s to %s: %s", (source, target, fault) => {
    expect(connectionFault(DOC, NODE_TYPES, port(source), { node: target, port: "in" })).toBe(fault);
  });

  it("finds a circle across 500 nodes", () => {
    const grid = gridDocument(500);
    const last = grid.order.at(-1) ?? "";
    const target = { node: "n_0_0", port: "in" };
    expect(connectionFault(grid, NODE_TYPES, { node: last, port: "out" }, target)).toBe("cycle");
  });
});

describe("instantProblems", () => {
  it("finds nothing wrong with a connected graph", () => {
    expect(instantProblems(DOC, NODE_TYPES)).toEqual([]);
  });

  it("names what is missing and what hangs loose", () => {
    const problems = instantProblems(documentOf([node("a"), node("b"), node("c")], ["b>c"]), NODE_TYPES);
    expect(problems.map(({ code, node_key }) => [code, node_key])).toEqual([
      ["no_start", null],
      ["no_end", null],
      ["unconnected", "a"],
      ["unreachable", "b"],
      ["unreachable", "c"],
    ]);
  });

  it("keeps silent about an empty canvas", () => {
    expect(instantProblems(documentOf([]), NODE_TYPES)).toEqual([]);
  });
});

describe("currentProblems", () => {
  it("drops what no longer applies and puts errors first", () => {
    const message = { en: "x", zh: "x" };
    const stored = [
      { code: "unconnected", severity: "warning", node_key: "a", edge_id: null, field: null, message },
      { code: "missing_prompt", severity: "error", node_key: "gone", edge_id: null, field: null, message },
      { code: "tool_missing", severity: "warning", node_key: "a", edge_id: null, field: null, message },
      { code: "missing_prompt", severity: "error", node_key: "a", edge_id: null, field: null, message },
    ] as const;
    expect(currentProblems(DOC, NODE_TYPES, stored).map(({ code }) => code)).toEqual([
      "missing_prompt",
      "tool_missing",
    ]);
  });
});

describe("mayAdd", () => {
  it("allows one start node", () => {
    expect(mayAdd(DOC, "start")).toBe(false);
    expect(mayAdd(documentOf([]), "start")).toBe(true);
  });
});
