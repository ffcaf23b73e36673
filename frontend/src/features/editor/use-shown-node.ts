import type { NodeDoc } from "@/api/types";
import { useDocument } from "@/stores/document-store";
import { useRun } from "@/stores/run-store";
import { useUi } from "@/stores/ui-store";

/** A node of the graph on the canvas: of the draft, or as it was in the past run that is shown. */
export const useShownNode = (key: string | null) => useOfShownNode(key, (node) => node);

/** True if this node is on the canvas. */
export const useIsShown = (key: string | null) => useOfShownNode(key, (node) => node !== undefined);

function useOfShownNode<T>(key: string | null, pick: (node: NodeDoc | undefined) => T): T {
  const isPast = useUi((state) => state.pastRunOpen);
  const past = useRun((state) => pick(state.document?.nodes.find((node) => node.key === key)));
  const draft = useDocument((state) => pick(key === null ? undefined : state.nodes[key]));
  return isPast ? past : draft;
}
