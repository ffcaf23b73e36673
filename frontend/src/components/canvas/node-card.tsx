/** A node on the canvas: what it is, what it does here, and how it fares in the run. */

import type { NodeProps } from "@xyflow/react";
import { memo, useState } from "react";
import { hasToolChips } from "@/document/geometry";
import { isFrame } from "@/document/nesting";
import { summarise } from "@/document/summary";
import { nodeLook } from "@/nodes/registry";
import { shownNode } from "@/runs/passes";
import { useRun } from "@/stores/run-store";
import { AddButtons } from "./add-buttons";
import { useCanvas } from "./canvas-context";
import { CardHead } from "./card-head";
import { CardPorts } from "./card-ports";
import { useIsPlain } from "./flow-frame";
import { GroupPorts } from "./group-ports";
import { PlainPorts } from "./plain-ports";
import type { CardNode } from "./to-flow";
import { ToolChips } from "./tool-chips";

export const NodeCard = memo(function NodeCard({ data, selected }: NodeProps<CardNode>) {
  return useIsPlain() ? <PlainCard data={data} /> : <FullCard data={data} selected={selected} />;
});

function PlainCard({ data: { node, type } }: Pick<NodeProps<CardNode>, "data">) {
  const status = useRun((state) => shownNode(state, node.key)?.status);
  return (
    <div className="fl-card" data-category={nodeLook(type).category} data-status={status}>
      {type && <PlainPorts node={node} type={type} />}
    </div>
  );
}

function FullCard({ data, selected }: Pick<NodeProps<CardNode>, "data" | "selected">) {
  const { node, type, problem } = data;
  const { lookups, local, editable, types } = useCanvas();
  const isGroup = node.type === "group";
  const [pointedAt, setPointedAt] = useState(false);
  const status = useRun((state) => shownNode(state, node.key)?.status);
  const { icon, category } = nodeLook(type);
  const lines = summarise(node, type, lookups, local);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing only shows what selecting by keyboard shows too
    <div
      className="fl-card"
      data-category={category}
      data-status={status}
      data-bypass={node.bypass || undefined}
      data-unknown={type ? undefined : true}
      onMouseEnter={() => setPointedAt(true)}
      onMouseLeave={() => setPointedAt(false)}
    >
      <CardHead node={node} icon={icon} status={status} problem={problem} canFold={isFrame(node, types)} />
      {lines.map((line, index) => (
        <p
          key={index === 0 ? "first" : "second"}
          className="fl-card-line"
          data-missing={line.missing || undefined}
        >
          {line.text}
        </p>
      ))}
      {hasToolChips(node) && <ToolChips node={node} />}
      {isGroup ? <GroupPorts /> : <CardPorts node={node} type={type} />}
      {editable && type && !isGroup && <AddButtons node={node} type={type} all={selected || pointedAt} />}
    </div>
  );
}
