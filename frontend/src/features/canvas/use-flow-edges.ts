import type { OnEdgesChange } from "@xyflow/react";
import { useCallback, useMemo, useRef } from "react";
import type { GraphDocument } from "@/document/types";
import { useUi } from "@/stores/ui-store";
import { type FlowEdge, syncEdges } from "./to-flow";

export function useFlowEdges(edges: GraphDocument["edges"]) {
  const selected = useUi((state) => state.selectedEdges);
  const kept = useRef<FlowEdge[]>([]);
  const drawn = useMemo(() => {
    kept.current = syncEdges(kept.current, edges, new Set(selected));
    return kept.current;
  }, [edges, selected]);

  const onEdgesChange: OnEdgesChange<FlowEdge> = useCallback((changes) => {
    const { selection, selectedEdges, select } = useUi.getState();
    const next = new Set(selectedEdges);
    let changed = false;
    for (const change of changes) {
      if (change.type !== "select" || next.has(change.id) === change.selected) continue;
      changed = true;
      if (change.selected) next.add(change.id);
      else next.delete(change.id);
    }
    if (changed) select(selection, [...next]);
  }, []);

  return { drawn, onEdgesChange };
}
