/** The cards that React Flow draws: the document's nodes plus what a gesture moves before it is an edit. */

import { applyNodeChanges, type OnNodesChange } from "@xyflow/react";
import { useCallback, useMemo, useState } from "react";
import type { Problem } from "@/api/types";
import type { GraphDocument, NodeTypeIndex } from "@/document/types";
import { useUi } from "@/stores/ui-store";
import { selectedAfter } from "./flow-selection";
import { type CardNode, syncNodes } from "./to-flow";

export type CardSources = GraphDocument & {
  types: NodeTypeIndex;
  problems: ReadonlyMap<string, Problem["severity"]>;
};

export function useFlowNodes({ nodes, order, edges, types, problems }: CardSources) {
  const selected = useUi((state) => state.selection);
  const selection = useMemo(() => new Set(selected), [selected]);
  const sources = useMemo(
    () => ({ document: { nodes, order, edges }, types, selection, problems }),
    [nodes, order, edges, types, selection, problems],
  );
  const [drawn, setDrawn] = useState(() => ({ sources, cards: syncNodes([], sources) }));
  // While this is drawn, not after it: all of React Flow would be drawn twice.
  if (drawn.sources !== sources) setDrawn({ sources, cards: syncNodes(drawn.cards, sources) });

  const onNodesChange: OnNodesChange<CardNode> = useCallback((changes) => {
    const { selection: before, selectedEdges, select } = useUi.getState();
    const next = selectedAfter(before, changes);
    if (next) select(next, selectedEdges);
    const moves = changes.filter((change) => change.type === "position" || change.type === "dimensions");
    if (moves.length === 0) return;
    setDrawn(({ sources, cards }) => ({ sources, cards: applyNodeChanges(moves, cards) }));
  }, []);

  return { nodes: drawn.cards, onNodesChange };
}
