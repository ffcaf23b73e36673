import { useMemo } from "react";
import { graphShape } from "@/document/graph-shape";
import { currentProblems, type ShownProblem } from "@/document/validate";
import { useNodeTypeIndex } from "@/hooks/use-node-type-index";
import { useDocument } from "@/stores/document-store";

/** The problems to show now, errors first. */
export function useProblems(): readonly ShownProblem[] {
  const nodes = useDocument((state) => graphShape(state.nodes));
  const order = useDocument((state) => state.order);
  const edges = useDocument((state) => state.edges);
  const stored = useDocument((state) => state.problems);
  const types = useNodeTypeIndex();
  return useMemo(
    () => currentProblems({ nodes, order, edges }, types, stored),
    [nodes, order, edges, types, stored],
  );
}
