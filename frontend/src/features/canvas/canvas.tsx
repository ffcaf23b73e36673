/** The editable canvas. */

import "@xyflow/react/dist/base.css";
import "@/styles/canvas.css";
import { Background, ReactFlow, type ReactFlowInstance } from "@xyflow/react";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { SNAP_GRID } from "@/document/geometry";
import { useEditor } from "@/features/editor/editor-context";
import { useDocument } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";
import { AddMenu } from "./add-menu";
import { CanvasContext } from "./canvas-context";
import { CanvasMap } from "./canvas-map";
import { CanvasTools } from "./canvas-tools";
import { ContextMenu, type ContextTarget } from "./context-menu";
import { DetailLevel } from "./detail-level";
import { EdgePlus } from "./edge-plus";
import { EmptyCanvas } from "./empty-canvas";
import {
  EDGE_TYPES,
  FIT_OPTIONS,
  MANY_NODES,
  MAX_ZOOM,
  MIN_ZOOM,
  MULTI_SELECT_KEYS,
  NODE_TYPES,
} from "./flow-parts";
import { SelectionBar } from "./selection-bar";
import type { CardNode, FlowEdge } from "./to-flow";
import { useCanvasValue } from "./use-canvas-value";
import { useConnecting } from "./use-connecting";
import { useEdgeHover } from "./use-edge-hover";
import { useFlowEdges } from "./use-flow-edges";
import { useFlowNodes } from "./use-flow-nodes";
import { useNodeDrag } from "./use-node-drag";
import { usePaletteDrop } from "./use-palette-drop";
import { useProblemMarks } from "./use-problem-marks";

export function Canvas() {
  const { t } = useTranslation("canvas");
  const editor = useEditor();
  const container = useRef<HTMLElement>(null);
  const nodes = useDocument((state) => state.nodes);
  const order = useDocument((state) => state.order);
  const edges = useDocument((state) => state.edges);
  const readOnly = useDocument((state) => state.readOnly);
  const minimapOpen = useUi((state) => state.minimapOpen);
  const value = useCanvasValue();
  const problems = useProblemMarks();
  const { cards, onNodesChange } = useFlowNodes({ nodes, order, types: value.types, problems });
  const { drawn, onEdgesChange } = useFlowEdges(edges);
  const dragging = useNodeDrag(editor);
  const connecting = useConnecting(editor);
  const drop = usePaletteDrop(editor);
  const hover = useEdgeHover();
  const [menu, setMenu] = useState<ContextTarget | null>(null);
  useEffect(() => () => editor.canvas.detach(), [editor]);

  const onInit = (flow: ReactFlowInstance<CardNode, FlowEdge>) => {
    if (container.current) editor.canvas.attach(flow, container.current);
  };
  const openMenu = (event: MouseEvent | globalThis.MouseEvent, select?: { node?: string; edge?: string }) => {
    event.preventDefault();
    const { selection, select: choose } = useUi.getState();
    if (select?.node && !selection.includes(select.node)) choose([select.node]);
    if (select?.edge) choose([], [select.edge]);
    setMenu({ x: event.clientX, y: event.clientY });
  };

  return (
    <CanvasContext value={value}>
      <section
        ref={container}
        className="fl-canvas"
        aria-label={t("canvas")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the canvas takes the keys of its commands
        tabIndex={0}
        onPointerMove={(event) => editor.canvas.setPointer({ x: event.clientX, y: event.clientY })}
        onPointerLeave={() => editor.canvas.setPointer(null)}
        {...drop}
      >
        <ReactFlow<CardNode, FlowEdge>
          nodes={cards}
          edges={drawn}
          nodeTypes={NODE_TYPES}
          edgeTypes={EDGE_TYPES}
          onNodesChange={onNodesChange}
          onEdgesChange={onEdgesChange}
          onInit={onInit}
          {...dragging}
          {...connecting}
          onNodeDoubleClick={(_event, node) => useUi.getState().openNode(node.id)}
          onNodeContextMenu={(event, node) => openMenu(event, { node: node.id })}
          onEdgeContextMenu={(event, edge) => openMenu(event, { edge: edge.id })}
          onPaneContextMenu={openMenu}
          onSelectionContextMenu={(event) => openMenu(event)}
          onSelectionStart={() => useUi.getState().set({ selecting: true })}
          onSelectionEnd={() => useUi.getState().set({ selecting: false })}
          onEdgeMouseEnter={(_event, edge) => hover.enter(edge.id)}
          onEdgeMouseLeave={hover.leave}
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
          attributionPosition="bottom-center"
          fitViewOptions={FIT_OPTIONS}
          connectionRadius={28}
          onlyRenderVisibleElements={order.length > MANY_NODES}
        >
          <Background gap={24} size={1.5} className="fl-canvas-dots" />
          <DetailLevel container={container} />
          {minimapOpen && order.length > 0 && <CanvasMap />}
          {!readOnly && hover.edgeId !== null && (
            <EdgePlus edgeId={hover.edgeId} onEnter={hover.keep} onLeave={hover.leave} />
          )}
          {!readOnly && <SelectionBar />}
        </ReactFlow>
        {order.length === 0 && <EmptyCanvas />}
        <CanvasTools />
        <AddMenu />
        <ContextMenu target={menu} onClose={() => setMenu(null)} />
      </section>
    </CanvasContext>
  );
}
