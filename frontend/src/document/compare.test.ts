import { describe, expect, it } from "vitest";
import type { JsonObject, NodeDoc } from "@/api/types";
import { documentOf, edge, node } from "@/test/documents";
import { compareDocuments, isSameContent } from "./compare";
import { diffDocuments } from "./diff";
import { applyOperations } from "./operations";
import { policyOf } from "./policy";
import type { EdgeDoc, GraphDocument } from "./types";
import { nodeList, toDocument } from "./types";

const config = (value: JsonObject): Partial<NodeDoc> => ({ config: value });

describe("two documents", () => {
  it("differ by nodes that are new, gone, changed or at another place", () => {
    const before = documentOf([node("a"), node("b"), node("c"), node("d")]);
    const after = documentOf([
      node("a"),
      node("c", "template", config({ template: "Hi" })),
      node("d", "template", { position: { x: 9, y: 0 } }),
      node("e"),
    ]);
    const { nodes } = compareDocuments(before, after);
    expect(nodes.map(({ key, kind }) => [key, kind])).toEqual([
      ["b", "removed"],
      ["c", "changed"],
      ["d", "moved"],
      ["e", "added"],
    ]);
  });

  it("have the same content when nodes only moved", () => {
    const moved = documentOf([node("a", "template", { position: { x: 9, y: 9 } })]);
    expect(isSameContent(compareDocuments(documentOf([node("a")]), moved))).toBe(true);
    expect(isSameContent(compareDocuments(documentOf([node("b")]), moved))).toBe(false);
  });

  it.each<[string, Partial<NodeDoc>, Partial<NodeDoc>, string[]]>([
    ["a name", {}, { name: "New" }, ["name"]],
    ["a text", config({ template: "Hi" }), config({ template: "Bye" }), ["config.template"]],
    [
      "an inner field",
      config({ rag: { top: 1, on: true } }),
      config({ rag: { top: 2, on: true } }),
      ["config.rag.top"],
    ],
    [
      "a start field",
      config({ fields: [{ name: "topic", title: "Topic" }, { name: "tone" }] }),
      config({ fields: [{ name: "topic", title: "Subject" }, { name: "size" }] }),
      ["config.fields[topic].title", "config.fields[tone]", "config.fields[size]"],
    ],
    [
      "the order of fields",
      config({ fields: [{ name: "a" }, { name: "b" }] }),
      config({ fields: [{ name: "b" }, { name: "a" }] }),
      ["config.fields"],
    ],
    ["a list of values", config({ stop: ["a"] }), config({ stop: ["a", "b"] }), ["config.stop"]],
    ["a policy that was left out", {}, { policy: { attempts: 3 } }, ["policy.attempts"]],
    ["a policy that says nothing new", {}, { policy: { attempts: 1 } }, []],
    ["a pinned output", {}, { pinned_output: { text: "x" } }, ["pinned_output"]],
  ])("differ by %s", (_what, before, after, paths) => {
    const { nodes } = compareDocuments(
      documentOf([node("a", "template", before)]),
      documentOf([node("a", "template", after)]),
    );
    expect(nodes.flatMap(({ fields }) => fields.map(({ path }) => path))).toEqual(paths);
  });

  it("differ by connections, and by their order", () => {
    const nodes = [node("a"), node("b"), node("c")];
    const first = documentOf(nodes, ["a>b", "a>c"]);
    expect(compareDocuments(first, documentOf(nodes, ["a>b", "b>c"])).edges).toEqual([
      { kind: "removed", edge: edge("a>c") },
      { kind: "added", edge: edge("b>c") },
    ]);
    expect(compareDocuments(first, documentOf(nodes, ["a>c", "a>b"]))).toEqual({
      nodes: [],
      edges: [],
      reordered: true,
    });
  });
});

/** Small random documents over the same few names, so that any two have much in common. Linear congruential. */
function randomDocuments(seed: number): [GraphDocument, GraphDocument] {
  let state = seed;
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const some = <T>(items: readonly T[]) => items.filter(() => next(3) > 0);
  const shuffled = <T>(items: T[]) => items.sort(() => next(3) - 1);
  const document = () => {
    const nodes = some(["a", "b", "c", "d", "e"]).map((key) =>
      node(key, ["template", "set"][next(2)], {
        name: `${key}${next(2)}`,
        position: { x: next(2), y: 0 },
        bypass: next(2) === 0,
        config: next(2) ? { template: `text ${next(3)}` } : { fields: some([{ name: "x" }, { name: "y" }]) },
        ...(next(3) === 0 && { policy: { attempts: 1 + next(2) } }),
      }),
    );
    const keys = nodes.map(({ key }) => key);
    const edges: EdgeDoc[] = shuffled(
      keys.flatMap((source) =>
        some(keys.filter((key) => key > source)).map((target) => edge(`${source}>${target}`)),
      ),
    );
    return toDocument({ nodes: shuffled(nodes), edges });
  };
  return [document(), document()];
}

/** Nodes by key, with what a policy leaves out; edges in order. */
function contentOf(document: GraphDocument) {
  const nodes = nodeList(document).map((item) => [item.key, { ...item, policy: policyOf(item) }] as const);
  return { nodes: Object.fromEntries(nodes), edges: Object.values(document.edges) };
}

describe("any two documents", () => {
  const pairs = Array.from({ length: 300 }, (_, index) => randomDocuments(index * 7919 + 1));

  it("become equal by the operations between them, in one step back and forth", () => {
    for (const [one, other] of pairs) {
      const { document, inverse } = applyOperations(one, diffDocuments(one, other));
      expect(contentOf(document)).toEqual(contentOf(other));
      expect(diffDocuments(document, other)).toEqual([]);
      expect(contentOf(applyOperations(document, inverse).document).nodes).toEqual(contentOf(one).nodes);
    }
  });

  it("have no difference exactly when their contents are equal", () => {
    for (const [one, other] of pairs) {
      const { nodes, edges, reordered } = compareDocuments(one, other);
      const isEqual = nodes.length === 0 && edges.length === 0 && !reordered;
      expect(isEqual).toBe(diffDocuments(one, other).length === 0);
      expect(compareDocuments(other, one).nodes).toHaveLength(nodes.length);
    }
  });
});
