/** React Flow with the document in it. Only this is drawn again while something is dragged. */

import { ReactFlow, type ReactFlowInstance } from "@xyflow/react";
import { memo, type RefObject, useState } from "react";
import { SNAP_GRID } from "@/document/geometry";
import { type Editor, useEditor } from "@/features/editor/editor-context";
import { useDocument } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";
import { useCanvas } from "./canvas-context";
import type { ContextTarget } from "./context-menu";
import { FlowExtras } from "./flow-extras";
import { FlowFrame } from "./flow-frame";
import { EDGE_TYPES, MAX_ZOOM, MIN_ZOOM, MULTI_SELECT_KEYS, NODE_TYPES } from "./flow-parts";
import { MANY_NODES } from "./limits";
import { openingView } from "./opening-view";
import type { CardNode, FlowEdge } from "./to-flow";
import { useConnecting } from "./use-connecting";
import { DrawnNodesContext } from "./use-drawn-nodes";
import { useEdgeHover } from "./use-edge-hover";
import { useFlowEdges } from "./use-flow-edges";
import { useFlowLabels } from "./use-flow-labels";
import { useFlowMenus } from "./use-flow-menus";
import { useFlowNodes } from "./use-flow-nodes";
import { useNodeDrag } from "./use-node-drag";
import { useProblemMarks } from "./use-problem-marks";

type Props = { container: RefObject<HTMLElement | null>; onMenu: (target: ContextTarget) => void };

export const EditableFlow = memo(function EditableFlow({ container, onMenu }: Props) {
  const editor = useEditor();
  const { types } = useCanvas();
  const nodes = useDocument((state) => state.nodes);
  const order = useDocument((state) => state.order);
  const edges = useDocument((state) => state.edges);
  const readOnly = useDocument((state) => state.readOnly);
  const problems = useProblemMarks();
  const { cards, onNodesChange } = useFlowNodes({ nodes, order, types, problems });
  const { drawn, onEdgesChange } = useFlowEdges({ nodes, edges, types });
  const [fitOptions] = useState(() => openingView(editor.document.getState()));
  const dragging = useNodeDrag(editor);
  const connecting = useConnecting(editor);
  const menus = useFlowMenus(onMenu);
  const labels = useFlowLabels();
  const { edgeId, ...hover } = useEdgeHover();
  return (
    <DrawnNodesContext value={nodes}>
      <FlowFrame>
        <ReactFlow<CardNode, FlowEdge>
          nodes={cards}
          edges={drawn}
          nodeTypes={NODE_TYPES}
          edgeTypes={EDGE_TYPES}
          onNodesChange={onNodesChange}
          onEdgesChange={onEdgesChange}
          onInit={(flow) => attach(editor, flow, container.current)}
          {...dragging}
          {...connecting}
          {...menus}
          {...HANDLERS}
          onEdgeMouseEnter={hover.onEdgeMouseEnter}
          onEdgeMouseLeave={hover.onEdgeMouseLeave}
          nodesDraggable={!readOnly}
          nodesConnectable={!readOnly}
          deleteKeyCode={null}
          multiSelectionKeyCode={MULTI_SELECT_KEYS}
          disableKeyboardA11y
          zoomOnDoubleClick={false}
          snapToGrid
          snapGrid={SNAP_GRID}
          minZoom={MIN_ZOOM}
          maxZoom={MAX_ZOOM}
          fitView
          fitViewOptions={fitOptions}
          attributionPosition="bottom-center"
          ariaLabelConfig={labels}
          connectionRadius={28}
          onlyRenderVisibleElements={order.length > MANY_NODES}
        >
          <FlowExtras
            container={container}
            edgeId={edgeId}
            onPlusEnter={hover.onPlusEnter}
            onPlusLeave={hover.onEdgeMouseLeave}
          />
        </ReactFlow>
      </FlowFrame>
    </DrawnNodesContext>
  );
});

/** Constant, so that React Flow sees the same props in every frame of a gesture. */
const HANDLERS = {
  onNodeDoubleClick: (_event: unknown, node: CardNode) => {
    if (node.type === "note") useUi.getState().set({ renaming: node.id });
    else useUi.getState().openNode(node.id);
  },
  onSelectionStart: () => useUi.getState().set({ selecting: true }),
  onSelectionEnd: () => useUi.getState().set({ selecting: false }),
};

function attach(
  editor: Editor,
  flow: ReactFlowInstance<CardNode, FlowEdge>,
  element: HTMLElement | null,
): void {
  if (element) editor.canvas.attach(flow, element);
}
