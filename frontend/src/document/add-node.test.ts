import { describe, expect, it } from "vitest";
import type { NodeTypeInfo } from "@/api/types";
import { documentOf, NODE_TYPES, node, overlapping } from "@/test/documents";
import { addAfter, addNode } from "./add-node";
import { applyOperations } from "./operations";
import type { GraphDocument, GraphOperation } from "./types";

const EN = { language: "en" } as const;

function type(id: string): NodeTypeInfo {
  const found = NODE_TYPES[id];
  if (!found) throw new Error(id);
  return found;
}

function apply(document: GraphDocument, operations: GraphOperation[]): GraphDocument {
  return applyOperations(document, operations).document;
}

function paths(document: GraphDocument): string[] {
  return Object.values(document.edges).map(({ source, target }) => `${source}>${target}`);
}

describe("addNode", () => {
  it("brings the start node to an empty canvas, wired", () => {
    const added = addNode(documentOf([]), NODE_TYPES, type("process"), null, EN);
    const document = apply(documentOf([]), added.operations);
    expect(paths(document)).toEqual(["start>ai"]);
    expect(overlapping(document)).toEqual([]);
  });

  it("never puts nodes on top of each other, however many come", () => {
    let document = documentOf([]);
    for (let count = 0; count < 8; count += 1) {
      const wanted = count % 2 === 0 ? null : { x: 0, y: 0 };
      document = apply(document, addNode(document, NODE_TYPES, type("template"), wanted, EN).operations);
    }
    expect(overlapping(document)).toEqual([]);
  });

  it("names nodes in the language of the screen and keeps the key plain", () => {
    const added = addNode(documentOf([node("s", "start")]), NODE_TYPES, type("template"), null, {
      language: "zh",
    });
    expect(added.operations[0]).toMatchObject({ node: { key: "template", name: "template 节点" } });
  });

  it("does not share the default config between nodes", () => {
    const first = addNode(documentOf([node("s", "start")]), NODE_TYPES, type("process"), null, EN)
      .operations[0];
    const config = first?.op === "add_node" ? first.node.config : {};
    expect(config.tools).not.toBe(type("process").default_config.tools);
  });
});

describe("addAfter", () => {
  it("wires the chosen port and puts siblings below each other", () => {
    let document = documentOf([node("c", "condition")]);
    for (const port of ["true", "true", "false"]) {
      document = apply(
        document,
        addAfter(document, NODE_TYPES, { node: "c", port }, type("end"), EN).operations,
      );
    }
    expect(Object.values(document.edges).map((item) => item.source_port)).toEqual(["true", "true", "false"]);
    expect(overlapping(document)).toEqual([]);
  });
});
