/** The canvas of a stored run: the graph as it was, with what happened on it. Needs a RunStoreContext above. */

import "@xyflow/react/dist/base.css";
import "@/styles/canvas.css";
import { Background, BackgroundVariant, Controls, ReactFlow } from "@xyflow/react";
import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNodeTypes } from "@/api/queries";
import type { Problem, Run, RunSummary } from "@/api/types";
import { toDocument } from "@/document/types";
import { useNodeTypeIndex } from "@/hooks/use-node-type-index";
import { useLocalText } from "@/i18n/local-text";
import { useUi } from "@/stores/ui-store";
import { CanvasContext, type CanvasContextValue } from "./canvas-context";
import { CanvasMap } from "./canvas-map";
import { DetailLevel } from "./detail-level";
import { FitAgain } from "./fit-again";
import { FlowFrame } from "./flow-frame";
import { FLOW } from "./flow-parts";
import { openingView } from "./opening-view";
import { selectFocused } from "./select-focused";
import type { CardNode, FlowEdge } from "./to-flow";
import { DrawnNodesContext } from "./use-drawn-nodes";
import { useFlow } from "./use-flow";
import { useLookups } from "./use-lookups";

type Props = { document: Run["document"]; run?: RunSummary | null };

const NO_PROBLEMS: ReadonlyMap<string, Problem["severity"]> = new Map();
const ignore = () => undefined;

export function RunCanvas(props: Props) {
  const { t } = useTranslation("canvas");
  // Without the types nobody knows where the edges end.
  const isReady = useNodeTypes().data !== undefined;
  if (!isReady) return <section className="fl-canvas" data-stored aria-busy aria-label={t("runCanvas")} />;
  return <ReadyCanvas {...props} />;
}

function ReadyCanvas({ document: graph, run }: Props) {
  const { t } = useTranslation("canvas");
  const container = useRef<HTMLElement>(null);
  const isMoved = useRef(false);
  const types = useNodeTypeIndex();
  const lookups = useLookups();
  const local = useLocalText();
  const minimapOpen = useUi((state) => state.minimapOpen);
  const document = useMemo(() => toDocument(graph), [graph]);
  const fitOptions = useMemo(() => openingView(document), [document]);
  const flow = useFlow({ ...document, types, problems: NO_PROBLEMS });
  const value = useMemo<CanvasContextValue>(
    () => ({
      types,
      lookups,
      local,
      t,
      editable: false,
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
      <section
        ref={container}
        className="fl-canvas"
        data-stored
        aria-label={t("runCanvas")}
        onKeyDown={selectFocused}
      >
        <DrawnNodesContext value={document.nodes}>
          <FlowFrame key={run?.id}>
            <ReactFlow<CardNode, FlowEdge>
              {...FLOW}
              {...flow}
              onNodeDoubleClick={(_event, node) => useUi.getState().openNode(node.id, "output")}
              nodesDraggable={false}
              nodesConnectable={false}
              edgesReconnectable={false}
              fitViewOptions={fitOptions}
              onMoveStart={(event) => {
                // Without an event it was not a person who moved it.
                isMoved.current ||= event !== null;
              }}
            >
              <FitAgain options={fitOptions} isMoved={isMoved} />
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
