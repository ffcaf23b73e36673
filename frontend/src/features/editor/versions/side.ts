import { useMemo } from "react";
import { useShallow } from "zustand/react/shallow";
import { useVersion } from "@/api/workflows";
import { type GraphDocument, toDocument } from "@/document/types";
import { useDocument } from "@/stores/document-store";

/** One side of a comparison: a version by its number, or the graph that is being edited. */
export type Side = number | "draft";

/** The graph of a side; null while it is loaded or when there is none. */
export function useSide(
  workflowId: string,
  side: Side | null,
): { graph: GraphDocument | null; error: unknown } {
  const draft = useDocument(useShallow(({ nodes, order, edges }) => ({ nodes, order, edges })));
  const { data, error } = useVersion(workflowId, typeof side === "number" ? side : null);
  const version = useMemo(() => (data ? toDocument(data.document) : null), [data]);
  return { graph: side === "draft" ? draft : side === null ? null : version, error };
}
