import type { NodeDoc } from "@/api/types";
import { useDocument } from "@/stores/document-store";
import { useRun } from "@/stores/run-store";
import { useUi } from "@/stores/ui-store";

/** A node of the graph on the canvas: of the draft, or as it was in the past run that is shown. */
export function useShownNode(key: string | null): NodeDoc | undefined {
  const isPast = useUi((state) => state.pastRunOpen);
  const past = useRun((state) => state.document?.nodes.find((node) => node.key === key));
  const draft = useDocument((state) => (key === null ? undefined : state.nodes[key]));
  return isPast ? past : draft;
}
