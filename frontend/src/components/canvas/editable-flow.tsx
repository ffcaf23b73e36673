/** React Flow with the document in it. Only this is drawn again while something is dragged. */

import { memo, type RefObject } from "react";
import { useEditor } from "@/commands/editor-context";
import { SNAP_GRID } from "@/document/geometry";
import type { GraphDocument } from "@/document/types";
import { useDebouncedNodes } from "@/hooks/use-debounced-nodes";
import { useDocument } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";
import { useCanvas } from "./canvas-context";
import { CanvasOverlays } from "./canvas-overlays";
import { CanvasSize } from "./canvas-size";
import type { ContextTarget } from "./context-menu";
import { FlowFrame } from "./flow-frame";
import { MULTI_SELECT_KEYS } from "./flow-parts";
import type { CardNode } from "./to-flow";
import { useAlignmentGuides } from "./use-alignment-guides";
import { useConnecting } from "./use-connecting";
import { DrawnNodesContext } from "./use-drawn-nodes";
import { useEdgeHover } from "./use-edge-hover";
import { useFlow } from "./use-flow";
import { useFlowMenus } from "./use-flow-menus";
import { useNodeDrag } from "./use-node-drag";
import { useProblemMarks } from "./use-problem-marks";

type Props = { container: RefObject<HTMLElement | null>; onMenu: (target: ContextTarget) => void };

export const EditableFlow = memo(function EditableFlow(props: Props) {
  const nodes = useDebouncedNodes();
  const order = useDocument((state) => state.order);
  const edges = useDocument((state) => state.edges);
  return (
    <DrawnNodesContext value={nodes}>
      <Flow {...props} nodes={nodes} order={order} edges={edges} />
    </DrawnNodesContext>
  );
});

/** Drawn again only for what it is given, and so not while somebody types. */
const Flow = memo(function Flow({ container, onMenu, nodes, order, edges }: Props & GraphDocument) {
  const editor = useEditor();
  const { types } = useCanvas();
  const readOnly = useDocument((state) => state.readOnly);
  const problems = useProblemMarks();
  const flow = useFlow({ nodes, order, edges, types, problems });
  const guides = useAlignmentGuides(editor, flow.onNodesChange);
  const dragging = useNodeDrag(editor);
  const connecting = useConnecting(editor);
  const menus = useFlowMenus(onMenu);
  const { edgeId, ...hover } = useEdgeHover();
  return (
    <FlowFrame
      {...flow}
      {...guides}
      {...dragging}
      {...connecting}
      {...menus}
      {...HANDLERS}
      onEdgeMouseEnter={hover.onEdgeMouseEnter}
      onEdgeMouseLeave={hover.onEdgeMouseLeave}
      nodesDraggable={!readOnly}
      nodesConnectable={!readOnly}
      multiSelectionKeyCode={MULTI_SELECT_KEYS}
      snapToGrid
      snapGrid={SNAP_GRID}
      connectionRadius={28}
    >
      <CanvasSize canvas={editor.canvas} container={container} />
      <CanvasOverlays
        container={container}
        edgeId={edgeId}
        onPlusEnter={hover.onPlusEnter}
        onPlusLeave={hover.onEdgeMouseLeave}
      />
    </FlowFrame>
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
