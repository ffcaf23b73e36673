import { useMemo } from "react";
import { useNodeTypes } from "@/api/workflows";
import { indexNodeTypes, type NodeTypeIndex } from "@/document/types";

const NONE = indexNodeTypes([]);

/** Node types by id; empty while they are being loaded. */
export function useNodeTypeIndex(): NodeTypeIndex {
  const types = useNodeTypes().data;
  return useMemo(() => (types ? indexNodeTypes(types) : NONE), [types]);
}
