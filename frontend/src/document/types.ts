/** The document that the editor works on: the stored graph, indexed for constant-time edits. */

import type { EdgeDoc, GraphOperation, NodeDoc, NodeTypeInfo } from "@/api/types";

export type GraphDocument = {
  readonly nodes: Readonly<Record<string, NodeDoc>>;
  /** Node keys in the order in which they were added. */
  readonly order: readonly string[];
  readonly edges: Readonly<Record<string, EdgeDoc>>;
};

export type NodeTypeIndex = Readonly<Record<string, NodeTypeInfo>>;

/** One end of an edge that is about to be drawn. */
export type PortRef = { node: string; port: string };

export type { EdgeDoc, GraphOperation, NodeDoc };

export const EMPTY_DOCUMENT: GraphDocument = { nodes: {}, order: [], edges: {} };

/** Build a document from stored lists. */
export function toDocument(graph: { nodes: NodeDoc[]; edges: EdgeDoc[] }): GraphDocument {
  return {
    nodes: Object.fromEntries(graph.nodes.map((node) => [node.key, node])),
    order: graph.nodes.map((node) => node.key),
    edges: Object.fromEntries(graph.edges.map((edge) => [edge.id, edge])),
  };
}

/** All nodes in order. */
export function nodeList(document: GraphDocument): NodeDoc[] {
  const nodes: NodeDoc[] = [];
  for (const key of document.order) {
    const node = document.nodes[key];
    if (node) nodes.push(node);
  }
  return nodes;
}

export function indexNodeTypes(types: readonly NodeTypeInfo[]): NodeTypeIndex {
  // A graph from elsewhere may name a type after what every object inherits, such as toString.
  return Object.assign(Object.create(null), Object.fromEntries(types.map((type) => [type.id, type])));
}
