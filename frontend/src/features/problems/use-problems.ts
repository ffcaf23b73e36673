import { useMemo } from "react";
import type { Problem } from "@/api/types";
import { currentProblems } from "@/document/validate";
import { useDocument } from "@/stores/document-store";

/** The problems to show now, errors first. */
export function useProblems(): readonly Problem[] {
  const nodes = useDocument((state) => state.nodes);
  const order = useDocument((state) => state.order);
  const edges = useDocument((state) => state.edges);
  const stored = useDocument((state) => state.problems);
  return useMemo(() => currentProblems({ nodes, order, edges }, stored), [nodes, order, edges, stored]);
}
