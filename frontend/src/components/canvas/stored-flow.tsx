/** A graph as it was, to look at and to select in: that of a run, or of a version. Needs a RunStoreContext above. */

import "@xyflow/react/dist/base.css";
import "@/styles/canvas.css";
import { Background, BackgroundVariant, Controls } from "@xyflow/react";
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Problem } from "@/api/types";
import { useNodeTypes } from "@/api/workflows";
import type { GraphDocument } from "@/document/types";
import { useNodeTypeIndex } from "@/hooks/use-node-type-index";
import { useLocalText } from "@/i18n/local-text";
import { selectedNode, useUi } from "@/stores/ui-store";
import { CanvasContext, type CanvasContextValue } from "./canvas-context";
import { CanvasHandle } from "./canvas-handle";
import { CanvasMap } from "./canvas-map";
import { CanvasSize } from "./canvas-size";
import { type ChangeMarks, markedEdges, markedNodes, NO_MARKS } from "./change-marks";
import { DetailLevel } from "./detail-level";
import { FlowFrame } from "./flow-frame";
import { selectFocused } from "./select-focused";
import { DrawnNodesContext } from "./use-drawn-nodes";
import { useFlow } from "./use-flow";
import { useLookups } from "./use-lookups";
import { useNodeInView } from "./use-node-in-view";

type Props = {
  document: GraphDocument;
  label: string;
  /** Another one is another graph: its view begins again. */
  viewKey: string | undefined;
  onOpen?: (key: string) => void;
  marks?: ChangeMarks;
};

const NO_PROBLEMS: ReadonlyMap<string, Problem["severity"]> = new Map();
const FIT_OPTIONS = { padding: 0.12, maxZoom: 1 };
const NO_INSETS = { left: 0, right: 0 };
const ignore = () => undefined;

export function StoredFlow(props: Props) {
  // Without the types nobody knows where the edges end.
  const isReady = useNodeTypes().data !== undefined;
  if (!isReady) return <section className="fl-canvas" data-stored aria-busy aria-label={props.label} />;
  return <ReadyFlow {...props} />;
}

function ReadyFlow({ document, label, viewKey, onOpen = ignore, marks = NO_MARKS }: Props) {
  const { t } = useTranslation("canvas");
  const container = useRef<HTMLElement>(null);
  const [canvas] = useState(() => new CanvasHandle(true));
  useNodeInView(canvas, useUi(selectedNode), NO_INSETS, container);
  const types = useNodeTypeIndex();
  const lookups = useLookups();
  const local = useLocalText();
  const minimapOpen = useUi((state) => state.minimapOpen);
  const { nodes, edges, ...flow } = useFlow({ ...document, types, problems: NO_PROBLEMS });
  const drawnNodes = useMemo(() => markedNodes(nodes, marks, t), [nodes, marks, t]);
  const drawnEdges = useMemo(() => markedEdges(edges, marks), [edges, marks]);
  const value = useMemo<CanvasContextValue>(
    () => ({
      types,
      lookups,
      local,
      t,
      editable: false,
      workflowId: null,
      switchTrigger: ignore,
      addAfter: ignore,
      addInEdge: ignore,
      addInside: ignore,
      fold: ignore,
      resize: ignore,
      write: ignore,
    }),
    [types, lookups, local, t],
  );
  return (
    <CanvasContext value={value}>
      <section ref={container} className="fl-canvas" data-stored aria-label={label} onKeyDown={selectFocused}>
        <DrawnNodesContext value={document.nodes}>
          <FlowFrame
            key={viewKey}
            {...flow}
            nodes={drawnNodes}
            edges={drawnEdges}
            onNodeDoubleClick={(_event, node) => onOpen(node.id)}
            nodesDraggable={false}
            nodesConnectable={false}
            edgesReconnectable={false}
          >
            <CanvasSize canvas={canvas} container={container} />
            {/* Lines instead of dots: nobody mistakes a stored run for the editor. */}
            <Background variant={BackgroundVariant.Lines} gap={24} className="fl-canvas-lines" />
            <DetailLevel container={container} />
            <Controls showInteractive={false} fitViewOptions={FIT_OPTIONS} className="fl-controls" />
            {minimapOpen && <CanvasMap />}
          </FlowFrame>
        </DrawnNodesContext>
      </section>
    </CanvasContext>
  );
}
