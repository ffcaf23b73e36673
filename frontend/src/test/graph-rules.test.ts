import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { EdgeDoc, GraphOperation, NodeDoc } from "@/api/types";
import { type GraphDocument, toDocument } from "@/document/types";
import { accepted, isIndependent } from "./graph-rules";

type Case = { theirs: GraphOperation[]; ours: GraphOperation[]; independent: boolean; merged: unknown };
type Cases = { start: { nodes: NodeDoc[]; edges: EdgeDoc[] }; cases: Case[] };

const { start, cases }: Cases = JSON.parse(readFileSync("../tests/shared_edits.json", "utf8"));

function outcome({ theirs, ours, independent }: Case): unknown {
  if (!independent) return null;
  try {
    const others = accepted(toDocument(start), theirs);
    const merged = others && accepted(others, ours);
    return merged && content(merged);
  } catch {
    return null;
  }
}

function content({ nodes, edges }: GraphDocument): unknown {
  const shown = Object.values(nodes).map(
    ({ key, name, config, position, bypass }) => [key, [name, config, position.x, bypass]] as const,
  );
  return { nodes: Object.fromEntries(shown), edges: Object.keys(edges).sort() };
}

describe("the server of the tests", () => {
  it("merges, refuses and calls independent what the real one does", () => {
    expect(cases.length).toBe(300);
    for (const [at, one] of cases.entries()) {
      expect(isIndependent(one.ours, one.theirs), `case ${at}`).toBe(one.independent);
      expect(outcome(one), `case ${at}`).toEqual(one.merged);
    }
  });
});
