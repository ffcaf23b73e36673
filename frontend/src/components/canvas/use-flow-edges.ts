import type { OnEdgesChange } from "@xyflow/react";
import { useCallback, useMemo, useRef } from "react";
import type { GraphDocument, NodeTypeIndex } from "@/document/types";
import { useUi } from "@/stores/ui-store";
import { selectedAfter } from "./flow-selection";
import { type FlowEdge, syncEdges } from "./to-flow";
import { useEdgeNames } from "./use-edge-names";

type Sources = Pick<GraphDocument, "nodes" | "edges"> & { types: NodeTypeIndex };

export function useFlowEdges({ nodes, edges, types }: Sources) {
  const selected = useUi((state) => state.selectedEdges);
  const nameOf = useEdgeNames({ nodes, edges, types });
  const kept = useRef<FlowEdge[]>([]);
  const drawn = useMemo(() => {
    kept.current = syncEdges(kept.current, {
      edges,
      nodes,
      types,
      selection: new Set(selected),
      nameOf,
    });
    return kept.current;
  }, [nodes, edges, types, selected, nameOf]);

  const onEdgesChange: OnEdgesChange<FlowEdge> = useCallback((changes) => {
    const { selection, selectedEdges, select } = useUi.getState();
    const next = selectedAfter(selectedEdges, changes);
    if (next) select(selection, next);
  }, []);

  return { edges: drawn, onEdgesChange };
}
