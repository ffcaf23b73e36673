/** The "+" in the middle of the edge that is pointed at or selected. */

import { ViewportPortal } from "@xyflow/react";
import { useTranslation } from "react-i18next";
import { CARD_WIDTH, portY } from "@/document/geometry";
import { useDocument } from "@/stores/document-store";
import { useCanvas } from "./canvas-context";

type Props = { edgeId: string; onEnter: () => void; onLeave: () => void };

export function EdgePlus({ edgeId, onEnter, onLeave }: Props) {
  const { t } = useTranslation("canvas");
  const { types, addInEdge } = useCanvas();
  const edge = useDocument((state) => state.edges[edgeId]);
  const source = useDocument((state) => state.nodes[edge?.source ?? ""]);
  const target = useDocument((state) => state.nodes[edge?.target ?? ""]);
  if (!edge || !source || !target) return null;
  const from = portY(source, types[source.type], "outputs", edge.source_port);
  const to = portY(target, types[target.type], "inputs", edge.target_port);
  const x = (source.position.x + CARD_WIDTH + target.position.x) / 2;
  const y = (source.position.y + from + target.position.y + to) / 2;
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
        onClick={(event) => {
          event.stopPropagation();
          addInEdge(edgeId, event.currentTarget);
        }}
      />
    </ViewportPortal>
  );
}
