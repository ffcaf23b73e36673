import { startTransition, useEffect, useState } from "react";
import { isTypedChange } from "@/document/typed-change";
import type { GraphDocument } from "@/document/types";
import { useDocument } from "@/stores/document-store";
import { selectedNode, useUi } from "@/stores/ui-store";

/** Longer than between two keys of a quick typist, shorter than anybody waits for a card. */
const PAUSE_MS = 150;

/**
 * The nodes of the document; what is typed into the chosen one comes once the typing pauses, anything else at once.
 *
 * For what goes through the whole graph: done with each key it took half of the key's time at 100 nodes, more at 5,000.
 */
export function useDebouncedNodes(): GraphDocument["nodes"] {
  const nodes = useDocument((state) => state.nodes);
  const key = useUi(selectedNode);
  const [later, setLater] = useState(nodes);
  const isTyped = later !== nodes && key !== null && isTypedChange(later, nodes, key);
  if (later !== nodes && !isTyped) setLater(nodes);
  useEffect(() => {
    if (!isTyped) return;
    const timer = setTimeout(() => startTransition(() => setLater(nodes)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isTyped, nodes]);
  return isTyped ? later : nodes;
}
