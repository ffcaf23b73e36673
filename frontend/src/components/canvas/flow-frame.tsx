import {
  ReactFlow,
  type ReactFlowProps,
  ReactFlowProvider,
  useNodes,
  useOnViewportChange,
  useReactFlow,
  useStoreApi,
  ViewportPortal,
} from "@xyflow/react";
import { startTransition, useMemo, useState } from "react";
import { FLOW } from "@/components/canvas/flow-parts";
import { PlainCards } from "@/components/canvas/plain-cards";
import { type CardNode, type FlowEdge, MANY_NODES } from "@/components/canvas/to-flow";
import { SINGLE_PORT_Y, TRIGGER_SIZE } from "@/document/geometry";

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

/** Dashed lines from the triggers to the start: they begin its runs, but nothing flows along them. */
function TriggerLines() {
  const nodes = useNodes<CardNode>();
  // Only when nodes change: React Flow's store changes in each frame of a gesture.
  const path = useMemo(() => linesOf(nodes), [nodes]);
  if (path === "") return null;
  return (
    <ViewportPortal>
      <svg className="fl-trigger-lines" aria-hidden="true">
        <path d={path} />
      </svg>
    </ViewportPortal>
  );
}

function linesOf(nodes: readonly CardNode[]): string {
  const triggers = nodes.filter(({ type }) => type === "trigger");
  const start = triggers.length > 0 && nodes.find(({ data }) => data.node.type === "start");
  if (!start) return "";
  const to = { x: start.position.x, y: start.position.y + SINGLE_PORT_Y };
  return triggers
    .map(({ position }) => {
      const from = { x: position.x + TRIGGER_SIZE.width, y: position.y + TRIGGER_SIZE.height / 2 };
      const middle = (from.x + to.x) / 2;
      return `M${from.x} ${from.y}C${middle} ${from.y} ${middle} ${to.y} ${to.x} ${to.y}`;
    })
    .join("");
}
