/** The part of a document that edits are about, so that it can be put back where others removed it. */

import { editedNode } from "./operations";
import type { GraphDocument, GraphOperation } from "./types";

export type DocumentPart = Pick<GraphDocument, "nodes" | "edges">;

/** The edited nodes with their edges. */
export function editedPart(document: DocumentPart, operations: readonly GraphOperation[]): DocumentPart {
  const keys = new Set(operations.map(editedNode));
  const isEdited = (key: string) => keys.has(key);
  return {
    nodes: Object.fromEntries(Object.entries(document.nodes).filter(([key]) => isEdited(key))),
    edges: Object.fromEntries(
      Object.entries(document.edges).filter(([, { source, target }]) => isEdited(source) || isEdited(target)),
    ),
  };
}

/** `shown`, and what an earlier page showed besides. */
export function joinPart(shown: GraphDocument, { nodes, edges }: DocumentPart): GraphDocument {
  return { order: shown.order, nodes: { ...nodes, ...shown.nodes }, edges: { ...edges, ...shown.edges } };
}
