/** A folded container or group: its ports, how what is inside fares, and how many nodes that are. */

import { Handle, type NodeProps, Position, useNodeConnections } from "@xyflow/react";
import { useCanvas } from "@/components/canvas/canvas-context";
import { FullCard, PlainCard } from "@/components/canvas/card-body";
import { CardPorts } from "@/components/canvas/card-ports";
import { FoldButton } from "@/components/canvas/fold-button";
import { useIsPlain } from "@/components/canvas/plain-cards";
import { PlainPorts } from "@/components/canvas/plain-ports";
import { type CardNode, FOLDED_IN, FOLDED_OUT } from "@/components/canvas/to-flow";
import { useDrawnNodes } from "@/components/canvas/use-drawn-nodes";
import { SINGLE_PORT_Y } from "@/document/geometry";
import { descendantKeys } from "@/document/nesting";
import { insideStatus } from "@/runs/inside-status";
import { shownNode } from "@/runs/passes";
import { useRun } from "@/stores/run-store";

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

/** Ports for the edges of hidden nodes in a folded group; visible if connected, closed to new edges. */
function GroupPorts() {
  return (
    <>
      <GroupPort id={FOLDED_IN} type="target" position={Position.Left} />
      <GroupPort id={FOLDED_OUT} type="source" position={Position.Right} />
    </>
  );
}

type Props = { id: string; type: "source" | "target"; position: Position };

function GroupPort({ id, type, position }: Props) {
  const isUsed = useNodeConnections({ handleType: type, handleId: id }).length > 0;
  const style = { top: SINGLE_PORT_Y, visibility: isUsed ? "visible" : "hidden" } as const;
  return <Handle id={id} type={type} position={position} isConnectable={false} style={style} />;
}
