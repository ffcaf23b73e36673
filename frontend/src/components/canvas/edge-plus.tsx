/** The "+" in the middle of the edge that is pointed at or selected. */

import { ViewportPortal } from "@xyflow/react";
import { useTranslation } from "react-i18next";
import { hiddenIn, isOpenFrame, nodeSize } from "@/document/frames";
import { backwardLevel, portY } from "@/document/geometry";
import { absolutePosition } from "@/document/nesting";
import { useDocument } from "@/stores/document-store";
import { useCanvas } from "./canvas-context";

type Props = { edgeId: string; onEnter: () => void; onLeave: () => void };

export function EdgePlus({ edgeId, onEnter, onLeave }: Props) {
  const { t } = useTranslation("canvas");
  const { types, addInEdge } = useCanvas();
  const edge = useDocument((state) => state.edges[edgeId]);
  const nodes = useDocument((state) => state.nodes);
  const source = nodes[edge?.source ?? ""];
  const target = nodes[edge?.target ?? ""];
  if (!edge || !source || !target) return null;
  if (hiddenIn(nodes, types, source.key) !== null || hiddenIn(nodes, types, target.key) !== null) return null;
  const begin = absolutePosition(nodes, source.key);
  const end = absolutePosition(nodes, target.key);
  const from = portY(source, types[source.type], "outputs", edge.source_port, isOpenFrame(source, types));
  const to = portY(target, types[target.type], "inputs", edge.target_port, isOpenFrame(target, types));
  const leaves = { x: begin.x + nodeSize({ nodes }, types, source).width, y: begin.y + from };
  const arrives = { x: end.x, y: end.y + to };
  const x = (leaves.x + arrives.x) / 2;
  const y = backwardLevel(leaves, arrives) ?? (leaves.y + arrives.y) / 2;
  return (
    <ViewportPortal>
      <button
        type="button"
        className="fl-insert nodrag nopan"
        style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
        aria-label={t("insert")}
        title={t("insert")}
        onMouseEnter={onEnter}
        onMouseLeave={onLeave}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onClick={(event) => {
          event.stopPropagation();
          addInEdge(edgeId, event.currentTarget);
        }}
      />
    </ViewportPortal>
  );
}
