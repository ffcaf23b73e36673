/** React Flow with the document in it. Only this is drawn again while something is dragged. */

import {
  memo,
  type MouseEvent as ReactMouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Problem } from "@/api/types";
import { useEditor } from "@/commands/editor-context";
import { useCanvas } from "@/components/canvas/canvas-context";
import { CanvasOverlays } from "@/components/canvas/canvas-overlays";
import { CanvasSize } from "@/components/canvas/canvas-size";
import type { ContextTarget } from "@/components/canvas/context-menu";
import { FlowFrame } from "@/components/canvas/flow-frame";
import { MULTI_SELECT_KEYS } from "@/components/canvas/flow-parts";
import type { CardNode, FlowEdge } from "@/components/canvas/to-flow";
import { useAlignmentGuides } from "@/components/canvas/use-alignment-guides";
import { useConnecting } from "@/components/canvas/use-connecting";
import { DrawnNodesContext } from "@/components/canvas/use-drawn-nodes";
import { useFlow } from "@/components/canvas/use-flow";
import { useNodeDrag } from "@/components/canvas/use-node-drag";
import { SNAP_GRID } from "@/document/geometry";
import type { GraphDocument } from "@/document/types";
import { useDebouncedNodes } from "@/hooks/use-debounced-nodes";
import { useProblems } from "@/hooks/use-problems";
import { useDocument } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";

/** Long enough to get from the edge to its button. */
const LINGER_MS = 350;

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
  // React Flow reports no press of what is selected already.
  onNodeClick: () => {
    const { selection, selectedEdges, select } = useUi.getState();
    select(selection, selectedEdges);
  },
  onNodeDoubleClick: (_event: unknown, node: CardNode) => {
    if (node.type === "note") useUi.getState().set({ renaming: node.id });
    else useUi.getState().openNode(node.id);
  },
  onSelectionStart: () => useUi.getState().set({ selecting: true }),
  onSelectionEnd: () => useUi.getState().set({ selecting: false }),
};

/** Edge that shows its "+": the hovered one, otherwise the selected one. */
function useEdgeHover() {
  const [hovered, setHovered] = useState<string | null>(null);
  const selected = useUi((state) =>
    state.selectedEdges.length === 1 ? (state.selectedEdges[0] ?? null) : null,
  );
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onPlusEnter = useCallback(() => clearTimeout(timer.current), []);
  const onEdgeMouseEnter = useCallback((_event: unknown, edge: FlowEdge) => {
    clearTimeout(timer.current);
    setHovered(edge.id);
  }, []);
  const onEdgeMouseLeave = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setHovered(null), LINGER_MS);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { edgeId: hovered ?? selected, onEdgeMouseEnter, onEdgeMouseLeave, onPlusEnter };
}

type AnyMouseEvent = ReactMouseEvent | MouseEvent;

/** The right mouse button selects what it hits and opens the menu there. */
function useFlowMenus(onMenu: (target: ContextTarget) => void) {
  return useMemo(() => {
    const open = (event: AnyMouseEvent) => {
      event.preventDefault();
      onMenu({ x: event.clientX, y: event.clientY });
    };
    return {
      onNodeContextMenu: (event: AnyMouseEvent, node: CardNode) => {
        const { selection, select } = useUi.getState();
        if (!selection.includes(node.id)) select([node.id]);
        open(event);
      },
      onEdgeContextMenu: (event: AnyMouseEvent, edge: FlowEdge) => {
        useUi.getState().select([], [edge.id]);
        open(event);
      },
      onPaneContextMenu: (event: AnyMouseEvent) => {
        useUi.getState().select([]);
        open(event);
      },
      onSelectionContextMenu: (event: AnyMouseEvent) => open(event),
    };
  }, [onMenu]);
}

/** Worst severity by node key. */
function useProblemMarks(): ReadonlyMap<string, Problem["severity"]> {
  const problems = useProblems();
  return useMemo(() => {
    const marks = new Map<string, Problem["severity"]>();
    for (const { node_key: key, severity } of problems) {
      if (key !== null && marks.get(key) !== "error") marks.set(key, severity);
    }
    return marks;
  }, [problems]);
}
