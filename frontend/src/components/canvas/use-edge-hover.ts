import { useCallback, useEffect, useRef, useState } from "react";
import { useUi } from "@/stores/ui-store";
import type { FlowEdge } from "./to-flow";

/** Long enough to get from the edge to its button. */
const LINGER_MS = 350;

/** Edge with the "+": the hovered one, else the selected one. */
export function useEdgeHover() {
  const [hovered, setHovered] = useState<string | null>(null);
  const selected = useUi((state) =>
    state.selectedEdges.length === 1 ? (state.selectedEdges[0] ?? null) : null,
  );
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onPlusEnter = useCallback(() => clearTimeout(timer.current), []);
  const onEdgeMouseEnter = useCallback((_event: unknown, edge: FlowEdge) => {
    clearTimeout(timer.current);
    setHovered(edge.id);
  }, []);
  const onEdgeMouseLeave = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setHovered(null), LINGER_MS);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { edgeId: hovered ?? selected, onEdgeMouseEnter, onEdgeMouseLeave, onPlusEnter };
}
