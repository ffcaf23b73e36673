import { describe, expect, it } from "vitest";
import { documentOf, NODE_TYPES, node, overlapping } from "@/test/documents";
import { type Alignment, alignOperations, distributeOperations } from "./align";
import { CARD_WIDTH } from "./geometry";
import { applyOperations } from "./operations";

const at = (x: number, y: number) => ({ position: { x, y } });
const document = documentOf([
  node("a", "template", at(0, 0)),
  node("b", "condition", at(400, 300)),
  node("c", "template", at(1000, 100)),
  node("other", "template", at(5000, 5000)),
]);
const HEIGHT = { a: 52, b: 104, c: 52 };

describe("alignOperations", () => {
  const place = (alignment: Alignment, key: string) =>
    applyOperations(document, alignOperations(document, NODE_TYPES, ["a", "b", "c"], alignment)).document
      .nodes[key]?.position;

  it.each<[Alignment, Record<string, { x: number; y: number }>]>([
    ["left", { a: { x: 0, y: 0 }, b: { x: 0, y: 300 }, c: { x: 0, y: 100 } }],
    ["center", { a: { x: 500, y: 0 }, b: { x: 500, y: 300 }, c: { x: 500, y: 100 } }],
    ["right", { a: { x: 1000, y: 0 }, b: { x: 1000, y: 300 }, c: { x: 1000, y: 100 } }],
    ["top", { a: { x: 0, y: 0 }, b: { x: 400, y: 0 }, c: { x: 1000, y: 0 } }],
    [
      "middle",
      {
        a: { x: 0, y: Math.round((300 + HEIGHT.b - HEIGHT.a) / 2) },
        b: { x: 400, y: 150 },
        c: { x: 1000, y: Math.round((300 + HEIGHT.b - HEIGHT.c) / 2) },
      },
    ],
    [
      "bottom",
      {
        a: { x: 0, y: 300 + HEIGHT.b - HEIGHT.a },
        b: { x: 400, y: 300 },
        c: { x: 1000, y: 300 + HEIGHT.b - HEIGHT.c },
      },
    ],
  ])("%s", (alignment, places) => {
    for (const [key, wanted] of Object.entries(places)) expect(place(alignment, key), key).toEqual(wanted);
    expect(place(alignment, "other")).toEqual({ x: 5000, y: 5000 });
  });

  it("lays nothing on top of each other", () => {
    const row = documentOf(["a", "b", "c"].map((key, index) => node(key, "template", at(index * 336, 0))));
    const next = applyOperations(row, alignOperations(row, NODE_TYPES, ["a", "b", "c"], "left")).document;
    expect(overlapping(next)).toEqual([]);
    expect(new Set(Object.values(next.nodes).map(({ position }) => position.x))).toEqual(new Set([0]));
  });

  it("lines up across frames, and moves what lies in a chosen one with it", () => {
    const framed = documentOf([
      node("g", "group", at(100, 500)),
      node("in", "template", { parent: "g", position: { x: 60, y: 60 } }),
      node("out", "template", at(400, 0)),
    ]);
    const aligned = applyOperations(
      framed,
      alignOperations(framed, NODE_TYPES, ["in", "out"], "left"),
    ).document;
    expect(aligned.nodes.out?.position.x).toBe(160);
    const whole = applyOperations(
      framed,
      alignOperations(framed, NODE_TYPES, ["g", "in", "out"], "top"),
    ).document;
    expect(whole.nodes.in?.position).toEqual({ x: 60, y: 60 });
  });
});

describe("distributeOperations", () => {
  it("makes gaps equal between the first and the last", () => {
    const next = applyOperations(
      document,
      distributeOperations(document, NODE_TYPES, ["c", "a", "b"], "horizontal"),
    ).document;
    expect(["a", "b", "c"].map((key) => next.nodes[key]?.position.x)).toEqual([0, 500, 1000]);
  });

  it("makes room where there is none", () => {
    const pile = documentOf(["a", "b", "c"].map((key, index) => node(key, "template", at(index, 0))));
    const keys = ["a", "b", "c"];
    const next = applyOperations(pile, distributeOperations(pile, NODE_TYPES, keys, "horizontal")).document;
    expect(overlapping(next)).toEqual([]);
    expect(next.nodes.b?.position.x).toBe(CARD_WIDTH + 16);
  });
});
