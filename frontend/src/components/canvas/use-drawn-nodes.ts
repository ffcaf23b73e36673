import { createContext, useContext } from "react";
import type { GraphDocument } from "@/document/types";

type Nodes = GraphDocument["nodes"];

/** The nodes that the canvas draws: those being edited, or those of a stored run. */
export const DrawnNodesContext = createContext<Nodes>({});

/** Something about the drawn nodes; only frames ask, so a change of the document draws frames again, not cards. */
export function useDrawnNodes<T>(select: (nodes: Nodes) => T): T {
  return select(useContext(DrawnNodesContext));
}
