/** The part of a document that edits are about, so that it can be put back where others removed it. */

import type { EdgeDoc, NodeDoc } from "@/api/types";
import { incomingEdges, outgoingEdges } from "./edge-index";
import { editedNode } from "./operations";
import type { GraphDocument, GraphOperation } from "./types";

export type DocumentPart = Pick<GraphDocument, "nodes" | "edges">;

/** The edited nodes with their edges, of what is shown and of what an earlier page showed besides. */
export function editedPart(
  shown: DocumentPart,
  earlier: DocumentPart,
  operations: readonly GraphOperation[],
): DocumentPart {
  const part: { nodes: Record<string, NodeDoc>; edges: Record<string, EdgeDoc> } = { nodes: {}, edges: {} };
  const keys = new Set(operations.map(editedNode));
  for (const { nodes, edges } of [earlier, shown]) {
    for (const key of keys) {
      const node = key === null ? undefined : nodes[key];
      if (node) part.nodes[node.key] = node;
    }
    for (const key of keys) {
      if (key === null) continue;
      const near = [...outgoingEdges(edges, key), ...incomingEdges(edges, key)];
      for (const edge of near) part.edges[edge.id] = edge;
    }
  }
  return part;
}

/** `shown`, and what an earlier page showed besides. */
export function joinPart(shown: GraphDocument, { nodes, edges }: DocumentPart): GraphDocument {
  return { order: shown.order, nodes: { ...nodes, ...shown.nodes }, edges: { ...edges, ...shown.edges } };
}
