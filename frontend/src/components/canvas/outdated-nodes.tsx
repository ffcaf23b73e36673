import { createContext, type ReactNode, useContext, useMemo, useRef } from "react";
import type { JsonObject } from "@/api/types";
import { outdatedNodes } from "@/document/outdated";
import { toDocument } from "@/document/types";
import { useDebouncedNodes } from "@/hooks/use-debounced-nodes";
import { shownNode } from "@/runs/passes";
import { isOpen } from "@/runs/state";
import { useDocument } from "@/stores/document-store";
import { useRun, useRunStore } from "@/stores/run-store";

const NONE: ReadonlySet<string> = new Set();

/** Keys of nodes with an outdated output in the displayed run. */
const OutdatedContext = createContext(NONE);

export function useIsOutdated(key: string): boolean {
  return useContext(OutdatedContext).has(key);
}

/** Apart from the canvas, which need not be drawn again for each letter typed. */
export function OutdatedNodes({ children }: { children: ReactNode }) {
  return <OutdatedContext value={useOutdated()}>{children}</OutdatedContext>;
}

/** The same set as long as its keys are the same: a thousand cards need not look again at each letter typed. */
function useOutdated(): ReadonlySet<string> {
  const store = useRunStore();
  const ran = useRun((state) => (isOpen(state.status) ? null : state.document));
  const mode = useRun((state) => state.run?.mode ?? "live");
  const nodes = useDebouncedNodes();
  const edges = useDocument((state) => state.edges);
  const before = useMemo(() => (ran ? toDocument(ran) : null), [ran]);
  const last = useRef(NONE);
  return useMemo(() => {
    if (!before) return NONE;
    const outputOf = (key: string): JsonObject | null => shownNode(store.getState(), key)?.output ?? null;
    const found = outdatedNodes(
      { document: before, mode, outputOf },
      { nodes, edges, order: Object.keys(nodes) },
    );
    if (found.size !== last.current.size || [...found].some((key) => !last.current.has(key)))
      last.current = found;
    return last.current;
  }, [before, mode, nodes, edges, store]);
}
