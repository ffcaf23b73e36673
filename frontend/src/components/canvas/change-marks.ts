/** New, removed and changed elements of a compared graph, as classes of React Flow's elements. */

import type { TFunction } from "i18next";
import type { ChangeKind, Comparison } from "@/document/compare";
import type { EdgeDoc, GraphDocument, NodeDoc } from "@/document/types";
import type { CardNode, FlowEdge } from "./to-flow";

export type ChangeMarks = {
  nodes: ReadonlyMap<string, ChangeKind>;
  edges: ReadonlyMap<string, ChangeKind>;
};

export const NO_MARKS: ChangeMarks = { nodes: new Map(), edges: new Map() };

/** The later graph with what it no longer has, and the mark of each difference. */
export function markedUnion(
  before: GraphDocument,
  after: GraphDocument,
  comparison: Comparison,
): { document: GraphDocument; marks: ChangeMarks } {
  const gone = comparison.nodes.flatMap(({ key, kind }) => {
    const node = before.nodes[key];
    return kind === "removed" && node ? [node] : [];
  });
  const goneEdges = comparison.edges.flatMap(({ kind, edge }) =>
    kind === "removed" ? [after.edges[edge.id] ? { ...edge, id: `removed:${edge.id}` } : edge] : [],
  );
  const edges: Record<string, EdgeDoc> = { ...after.edges };
  for (const edge of goneEdges) edges[edge.id] = edge;
  const nodes: Record<string, NodeDoc> = { ...after.nodes };
  for (const node of gone) nodes[node.key] = node;
  const added = comparison.edges.filter(({ kind }) => kind === "added");
  return {
    document: { nodes, order: [...after.order, ...gone.map(({ key }) => key)], edges },
    marks: {
      nodes: new Map(comparison.nodes.map(({ key, kind }) => [key, kind])),
      edges: new Map([
        ...added.map(({ edge }) => [edge.id, "added"] as const),
        ...goneEdges.map(({ id }) => [id, "removed"] as const),
      ]),
    },
  };
}

export function markedNodes(
  cards: readonly CardNode[],
  { nodes }: ChangeMarks,
  t: TFunction<"canvas">,
): CardNode[] {
  return cards.map((card) => {
    const kind = nodes.get(card.id);
    if (!kind) return card;
    return {
      ...card,
      className: `fl-change fl-change-${kind}`,
      ariaLabel: t(`change.${kind}`, { name: card.data.node.name }),
    };
  });
}

export function markedEdges(edges: readonly FlowEdge[], marks: ChangeMarks): FlowEdge[] {
  return edges.map((edge) => {
    const kind = marks.edges.get(edge.id);
    return kind ? { ...edge, className: `fl-change-${kind}` } : edge;
  });
}
