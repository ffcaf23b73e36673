/** A document as both canvases give it to React Flow, with what is selected and what React Flow says aloud. */

import { useFlowEdges } from "./use-flow-edges";
import { useFlowLabels } from "./use-flow-labels";
import { type CardSources, useFlowNodes } from "./use-flow-nodes";

export function useFlow({ nodes, order, edges, types, problems }: CardSources) {
  const ariaLabelConfig = useFlowLabels();
  return {
    ...useFlowNodes({ nodes, order, edges, types, problems }),
    ...useFlowEdges({ nodes, edges, types }),
    ariaLabelConfig,
  };
}
