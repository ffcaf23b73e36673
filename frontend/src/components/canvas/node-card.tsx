/** A node on the canvas; a folded container or group is drawn as a card, too. */

import type { NodeProps } from "@xyflow/react";
import { memo } from "react";
import { isFrame } from "@/document/nesting";
import { shownNode } from "@/runs/passes";
import { useRun } from "@/stores/run-store";
import { useCanvas } from "./canvas-context";
import { FullCard, PlainCard } from "./card-body";
import { CardPorts } from "./card-ports";
import { FoldedCard } from "./folded-card";
import { useIsPlain } from "./plain-cards";
import { PlainPorts } from "./plain-ports";
import type { CardNode } from "./to-flow";
import { UnknownPorts } from "./unknown-ports";

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
