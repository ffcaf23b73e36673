import { expect, it } from "vitest";
import { documentOf, node } from "@/test/documents";
import { rebase } from "./rebase";
import type { EdgeDoc, GraphOperation } from "./types";

it("carries 20,000 new connections over 20,000 stored ones in linear time", () => {
  const edge = (target_port: string): EdgeDoc => ({
    id: `a>b:${target_port}`,
    source: "a",
    source_port: "out",
    target: "b",
    target_port,
  });
  const numbers = Array.from({ length: 20_000 }, (_, index) => index);
  const stored = Object.fromEntries(numbers.map((index) => [`a>b:s${index}`, edge(`s${index}`)]));
  const saved = { ...documentOf([node("a"), node("b")]), edges: stored };
  const own = numbers.map((index): GraphOperation => ({ op: "add_edge", edge: edge(`o${index}`) }));
  const change = { revision: 2, operations: [], batch: null, user: "eve", at: "" };
  expect(rebase(own, change, saved, saved).kept).toHaveLength(20_000);
});
