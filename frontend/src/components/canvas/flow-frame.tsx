import {
  ReactFlow,
  type ReactFlowProps,
  ReactFlowProvider,
  useOnViewportChange,
  useReactFlow,
  useStoreApi,
} from "@xyflow/react";
import { startTransition, useState } from "react";
import { FLOW } from "./flow-parts";
import { PlainCards } from "./plain-cards";
import { type CardNode, type FlowEdge, MANY_NODES } from "./to-flow";
import { TriggerLines } from "./trigger-lines";

type FlowProps = ReactFlowProps<CardNode, FlowEdge>;

/** Above this share of the graph in view culling ends, and below this one it begins again. */
const CULLING_ENDS = 0.5;
const CULLING_BEGINS = 0.1;

/** React Flow as all canvases use it: draws what the view needs, no finer than it can be read. */
export function FlowFrame(props: FlowProps) {
  return (
    <ReactFlowProvider>
      <PlainCards>
        <Flow {...props} />
      </PlainCards>
      <TriggerLines />
    </ReactFlowProvider>
  );
}

function Flow(props: FlowProps) {
  const isCulled = useIsCulled(props.nodes?.length ?? 0);
  return <ReactFlow<CardNode, FlowEdge> {...FLOW} {...props} onlyRenderVisibleElements={isCulled} />;
}

/**
 * True if only visible nodes are kept in the DOM.
 *
 * If most are visible, all are kept: otherwise panning waits for nodes that come and go (1,000 nodes: six times the
 * work). Changes only at rest, never during a gesture.
 */
function useIsCulled(count: number): boolean {
  const store = useStoreApi();
  const { getNodesBounds } = useReactFlow();
  const [isWhole, setWhole] = useState(false);
  useOnViewportChange({
    onEnd: ({ zoom }) => {
      const { width, height, nodes } = store.getState();
      const graph = getNodesBounds(nodes);
      const share = Math.min(1, width / zoom / graph.width) * Math.min(1, height / zoom / graph.height);
      startTransition(() => setWhole(share > (isWhole ? CULLING_BEGINS : CULLING_ENDS)));
    },
  });
  return count > MANY_NODES && !isWhole;
}
