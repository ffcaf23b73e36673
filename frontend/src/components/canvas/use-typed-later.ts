import { useDeferredValue } from "react";
import { isTypedChange } from "@/document/typed-change";
import type { GraphDocument } from "@/document/types";

/**
 * The nodes to draw: what is typed in a panel reaches its card after the field shows it, anything else at once.
 *
 * For each key React Flow goes through all cards and edges.
 */
export function useTypedLater(nodes: GraphDocument["nodes"]): GraphDocument["nodes"] {
  const later = useDeferredValue(nodes);
  return later === nodes || isTypedChange(later, nodes) ? later : nodes;
}
