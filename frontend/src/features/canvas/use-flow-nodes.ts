/** The cards that React Flow draws: the document's nodes plus what a gesture moves before it is an edit. */

import { applyNodeChanges, type NodeChange, type OnNodesChange } from "@xyflow/react";
import { useCallback, useLayoutEffect, useMemo, useState } from "react";
import type { Problem } from "@/api/types";
import type { GraphDocument, NodeTypeIndex } from "@/document/types";
import { useUi } from "@/stores/ui-store";
import { type CardNode, syncNodes } from "./to-flow";

type Sources = Pick<GraphDocument, "nodes" | "order"> & {
  types: NodeTypeIndex;
  problems: ReadonlyMap<string, Problem["severity"]>;
};

export function useFlowNodes({ nodes, order, types, problems }: Sources) {
  const selected = useUi((state) => state.selection);
  const selection = useMemo(() => new Set(selected), [selected]);
  const [cards, setCards] = useState<CardNode[]>(() =>
    syncNodes([], { document: { nodes, order }, types, selection, problems }),
  );

  useLayoutEffect(() => {
    setCards((before) => syncNodes(before, { document: { nodes, order }, types, selection, problems }));
  }, [nodes, order, types, selection, problems]);

  const onNodesChange: OnNodesChange<CardNode> = useCallback((changes) => {
    selectChanged(changes);
    const moves = changes.filter((change) => change.type === "position" || change.type === "dimensions");
    if (moves.length > 0) setCards((before) => applyNodeChanges(moves, before));
  }, []);

  return { cards, onNodesChange };
}

function selectChanged(changes: NodeChange<CardNode>[]): void {
  const { selection, selectedEdges, select } = useUi.getState();
  const next = new Set(selection);
  let changed = false;
  for (const change of changes) {
    if (change.type !== "select" || next.has(change.id) === change.selected) continue;
    changed = true;
    if (change.selected) next.add(change.id);
    else next.delete(change.id);
  }
  if (changed) select([...next], selectedEdges);
}
