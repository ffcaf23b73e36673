/** A graph as it was, to look at and to select in: that of a run, or of a version. Needs a RunStoreContext above. */

import "@xyflow/react/dist/base.css";
import "@/styles/canvas.css";
import { Background, BackgroundVariant, Controls, ReactFlow } from "@xyflow/react";
import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNodeTypes } from "@/api/queries";
import type { Problem } from "@/api/types";
import type { GraphDocument } from "@/document/types";
import { useNodeTypeIndex } from "@/hooks/use-node-type-index";
import { useLocalText } from "@/i18n/local-text";
import { useUi } from "@/stores/ui-store";
import { CanvasContext, type CanvasContextValue } from "./canvas-context";
import { CanvasMap } from "./canvas-map";
import { type ChangeMarks, markedEdges, markedNodes, NO_MARKS } from "./change-marks";
import { DetailLevel } from "./detail-level";
import { FlowFrame } from "./flow-frame";
import { FLOW } from "./flow-parts";
import { openingView } from "./opening-view";
import { RefitOnResize } from "./refit-on-resize";
import { selectFocused } from "./select-focused";
import { SelectedInView } from "./selected-in-view";
import type { CardNode, FlowEdge } from "./to-flow";
import { DrawnNodesContext } from "./use-drawn-nodes";
import { useFlow } from "./use-flow";
import { useLookups } from "./use-lookups";

type Props = {
  document: GraphDocument;
  label: string;
  /** Another one is another graph: its view begins again. */
  viewKey: string | undefined;
  onOpen?: (key: string) => void;
  marks?: ChangeMarks;
};

const NO_PROBLEMS: ReadonlyMap<string, Problem["severity"]> = new Map();
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
  const isMoved = useRef(false);
  const types = useNodeTypeIndex();
  const lookups = useLookups();
  const local = useLocalText();
  const minimapOpen = useUi((state) => state.minimapOpen);
  const fitOptions = useMemo(() => openingView(document), [document]);
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
          <FlowFrame key={viewKey}>
            <ReactFlow<CardNode, FlowEdge>
              {...FLOW}
              {...flow}
              nodes={drawnNodes}
              edges={drawnEdges}
              onNodeDoubleClick={(_event, node) => onOpen(node.id)}
              nodesDraggable={false}
              nodesConnectable={false}
              edgesReconnectable={false}
              fitViewOptions={fitOptions}
              onMoveStart={(event) => {
                // Without an event it was not a person who moved it.
                isMoved.current ||= event !== null;
              }}
            >
              <RefitOnResize options={fitOptions} isMoved={isMoved} />
              {marks !== NO_MARKS && <SelectedInView isMoved={isMoved} />}
              {/* Lines instead of dots: nobody mistakes a stored run for the editor. */}
              <Background variant={BackgroundVariant.Lines} gap={24} className="fl-canvas-lines" />
              <DetailLevel container={container} />
              <Controls showInteractive={false} className="fl-controls" />
              {minimapOpen && <CanvasMap />}
            </ReactFlow>
          </FlowFrame>
        </DrawnNodesContext>
      </section>
    </CanvasContext>
  );
}
