/** A node on the canvas; a folded container or group is drawn as a card, too. */

import { Handle, type NodeProps, Position } from "@xyflow/react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { useCanvas } from "@/components/canvas/canvas-context";
import { FullCard, PlainCard } from "@/components/canvas/card-body";
import { CardPorts } from "@/components/canvas/card-ports";
import { FoldedCard } from "@/components/canvas/folded-card";
import { useIsPlain } from "@/components/canvas/plain-cards";
import { PlainPorts } from "@/components/canvas/plain-ports";
import type { CardNode } from "@/components/canvas/to-flow";
import type { PortIds } from "@/document/edge-ports";
import { SINGLE_PORT_Y } from "@/document/geometry";
import { isFrame } from "@/document/nesting";
import { shownNode } from "@/runs/passes";
import { useRun } from "@/stores/run-store";

type Props = Pick<NodeProps<CardNode>, "data" | "selected">;

export const NodeCard = memo(function NodeCard({ data, selected }: NodeProps<CardNode>) {
  const { types } = useCanvas();
  const Card = isFrame(data.node, types) ? FoldedCard : StepCard;
  return <Card data={data} selected={selected} />;
});

function StepCard({ data, selected }: Props) {
  const { node, type, ports } = data;
  const isPlain = useIsPlain();
  const status = useRun((state) => shownNode(state, node.key)?.status);
  if (isPlain) {
    return (
      <PlainCard data={data} status={status}>
        {type && <PlainPorts node={node} type={type} />}
        {ports && <UnknownPorts ports={ports} />}
      </PlainCard>
    );
  }
  return (
    <FullCard data={data} selected={selected} status={status}>
      <CardPorts node={node} type={type} />
      {ports && <UnknownPorts ports={ports} />}
    </FullCard>
  );
}

/** Ports of a node of an unknown type, known only from its edges. */
function UnknownPorts({ ports }: { ports: PortIds }) {
  const { t } = useTranslation("canvas");
  return (["inputs", "outputs"] as const).flatMap((side) =>
    ports[side].map((id) => (
      <Handle
        key={`${side} ${id}`}
        id={id}
        type={side === "inputs" ? "target" : "source"}
        position={side === "inputs" ? Position.Left : Position.Right}
        isConnectable={false}
        role="img"
        aria-label={t(`a11y.${side}`, { port: id })}
        style={{ top: SINGLE_PORT_Y }}
      />
    )),
  );
}
