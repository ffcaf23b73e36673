import Elk from "elkjs/lib/elk.bundled";
import { describe, expect, it } from "vitest";
import { documentOf, gridDocument, NODE_TYPES, node, overlapping } from "@/test/documents";
import { layoutOperations } from "./layout";
import { applyOperations } from "./operations";
import type { GraphDocument } from "./types";

describe("layoutOperations", () => {
  const engine = new Elk();
  const laidOut = async (document: GraphDocument, keys: string[] = []) =>
    applyOperations(document, await layoutOperations(document, NODE_TYPES, engine, keys)).document;

  it("untangles a pile of nodes", async () => {
    const pile = documentOf(
      [node("s", "start"), node("c", "condition"), node("a"), node("b"), node("e", "end"), node("loose")],
      ["s>c", "c:true>a", "c:false>b", "a>e", "b>e"],
    );
    const next = await laidOut(pile);
    expect(overlapping(next)).toEqual([]);
    const x = (key: string) => next.nodes[key]?.position.x ?? Number.NaN;
    expect(x("s") < x("c") && x("c") < x("a") && x("a") < x("e")).toBe(true);
    expect(next.nodes.c?.position.y).toBe(next.nodes.s?.position.y);
  });

  it("lays out 500 nodes without an overlap", async () => {
    const grid = gridDocument(500);
    const next = await laidOut(grid);
    expect(overlapping(next)).toEqual([]);
  });

  const chainOf = (count: number, more: string[] = []) => {
    const keys = Array.from({ length: count }, (_, at) => `n${at}`);
    const paths = keys.slice(1).map((key, at) => `n${at}>${key}`);
    return documentOf(
      keys.map((key) => node(key)),
      [...paths, ...more],
    );
  };
  const widthOf = ({ nodes }: GraphDocument) =>
    Math.max(...Object.values(nodes).map(({ position }) => position.x + 248));

  it.each([
    ["a chain", chainOf(30)],
    ["a chain with shortcuts", chainOf(30, ["n3>n5", "n9>n11", "n20>n23"])],
  ])("wraps %s into rows", async (_what, chain) => {
    const next = await laidOut(chain);
    expect(widthOf(next)).toBeLessThan(2400);
    expect(overlapping(next)).toEqual([]);
    const places = Object.values(next.nodes).map(({ position }) => position);
    expect(new Set(places.map(({ y }) => y)).size).toBeGreaterThan(3);
  });

  it("leaves a chain in one row that fits the screen", async () => {
    const places = Object.values((await laidOut(chainOf(7))).nodes).map(({ position }) => position);
    expect(new Set(places.map(({ y }) => y)).size).toBe(1);
  });

  it("moves what is chosen only, from where it was", async () => {
    const pile = documentOf(
      ["a", "b", "c", "other"].map((key, at) => node(key, "template", { position: { x: 500 + at, y: 300 } })),
      ["a>b", "b>c"],
    );
    const next = await laidOut(pile, ["a", "b", "c"]);
    expect(next.nodes.other?.position).toEqual({ x: 503, y: 300 });
    expect(next.nodes.a?.position).toEqual({ x: 504, y: 304 });
    expect(next.nodes.c?.position.x).toBeGreaterThan(next.nodes.b?.position.x ?? 0);
  });
});
