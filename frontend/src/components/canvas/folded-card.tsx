/** A folded container or group: its ports, how what is inside fares, and how many nodes that are. */

import type { NodeProps } from "@xyflow/react";
import { descendantKeys } from "@/document/nesting";
import { insideStatus } from "@/runs/inside-status";
import { shownNode } from "@/runs/passes";
import { useRun } from "@/stores/run-store";
import { useCanvas } from "./canvas-context";
import { FullCard, PlainCard } from "./card-body";
import { CardPorts } from "./card-ports";
import { FoldButton } from "./fold-button";
import { GroupPorts } from "./group-ports";
import { useIsPlain } from "./plain-cards";
import { PlainPorts } from "./plain-ports";
import type { CardNode } from "./to-flow";
import { useDrawnNodes } from "./use-drawn-nodes";

export function FoldedCard({ data, selected }: Pick<NodeProps<CardNode>, "data" | "selected">) {
  const { node, type } = data;
  const { t } = useCanvas();
  const isPlain = useIsPlain();
  const isGroup = node.type === "group";
  const inside = useDrawnNodes((nodes) => descendantKeys(nodes, node.key));
  const counted = isGroup ? inside : [node.key];
  const status = useRun((state) => insideStatus(counted.map((key) => shownNode(state, key)?.status)));
  if (isPlain) {
    return (
      <PlainCard data={data} status={status}>
        {isGroup ? <GroupPorts /> : type && <PlainPorts node={node} type={type} />}
      </PlainCard>
    );
  }
  const count = t("inside", { count: inside.length });
  return (
    <FullCard
      data={data}
      selected={selected}
      status={status}
      foldMark={
        <>
          <span className="fl-card-count fl-tabular" role="img" title={count} aria-label={count}>
            {inside.length}
          </span>
          <FoldButton node={node} />
        </>
      }
    >
      {isGroup ? <GroupPorts /> : <CardPorts node={node} type={type} />}
    </FullCard>
  );
}
