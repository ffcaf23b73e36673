import { describe, expect, it } from "vitest";
import { documentOf, NODE_TYPES, node } from "@/test/documents";
import { closingOperations } from "./close-chain";
import { applyOperations } from "./operations";
import { removeOperations } from "./reparent";

const STEPS = ["s:start", "a:process", "b:process", "c:process", "e:end"].map((text) => {
  const [key = "", type = ""] = text.split(":");
  return node(key, type);
});

function left(edges: string[], removed: string[], cut: string[] = []): string[] {
  const document = documentOf(STEPS, edges);
  const removal = [
    ...Object.values(document.edges)
      .filter(({ source, target }) => cut.includes(`${source}>${target}`))
      .map(({ id }) => ({ op: "remove_edge" as const, id })),
    ...removeOperations(document, NODE_TYPES, removed),
  ];
  const closing = closingOperations(document, NODE_TYPES, removal);
  const { edges: after } = applyOperations(document, [...removal, ...closing]).document;
  return Object.values(after)
    .map(({ source, target }) => `${source}>${target}`)
    .sort();
}

describe("a removed node", () => {
  it.each<[string, string[], string[], string[]]>([
    ["in the middle closes the chain", ["s>a", "a>e"], ["a"], ["s>e"]],
    ["and the next one close it as one", ["s>a", "a>b", "b>e"], ["a", "b"], ["s>e"]],
    ["with others on both sides", ["s>a", "a>b", "b>c", "c>e"], ["a", "c"], ["b>e", "s>b"]],
    ["that joined", ["s>a", "s>b", "a>c", "b>c", "c>e"], ["c"], ["a>e", "b>e", "s>a", "s>b"]],
    ["that spread", ["s>a", "a>b", "a>c"], ["a"], ["s>b", "s>c"]],
    ["beside an edge that is there", ["s>a", "a>e", "s>e"], ["a"], ["s>e"]],
    ["at the end", ["s>a", "a>e"], ["e"], ["s>a"]],
    ["at the beginning", ["s>a", "a>e"], ["s"], ["a>e"]],
  ])("%s", (_, edges, removed, expected) => {
    expect(left(edges, removed)).toEqual(expected);
  });

  it("leaves open what was cut with it", () => {
    expect(left(["s>a", "a>e"], ["a"], ["a>e"])).toEqual([]);
  });
});
