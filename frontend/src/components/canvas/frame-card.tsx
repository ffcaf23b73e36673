/** An open container or group: what lies in it is drawn in its place. */

import type { NodeProps } from "@xyflow/react";
import { memo, useState } from "react";
import type { NodeDoc } from "@/api/types";
import { AddButtons } from "@/components/canvas/add-buttons";
import { BypassLine } from "@/components/canvas/bypass-line";
import { useCanvas } from "@/components/canvas/canvas-context";
import { CardHead } from "@/components/canvas/card-head";
import { CardPorts } from "@/components/canvas/card-ports";
import { FoldButton } from "@/components/canvas/fold-button";
import { FrameResizeHandle } from "@/components/canvas/frame-resize-handle";
import { PassPicker } from "@/components/canvas/pass-picker";
import { useIsPlain } from "@/components/canvas/plain-cards";
import { PlainPorts } from "@/components/canvas/plain-ports";
import type { CardNode } from "@/components/canvas/to-flow";
import { useDrawnNodes } from "@/components/canvas/use-drawn-nodes";
import { Icon } from "@/components/icon";
import { childKeys, isContainer } from "@/document/nesting";
import { summarise } from "@/document/summary";
import { nodeLook } from "@/nodes/registry";
import { shownNode } from "@/runs/passes";
import { useRun } from "@/stores/run-store";

export const FrameCard = memo(function FrameCard({ data, selected }: NodeProps<CardNode>) {
  return useIsPlain() ? <PlainFrame data={data} /> : <FullFrame data={data} selected={selected} />;
});

type Props = Pick<NodeProps<CardNode>, "data" | "selected">;

function PlainFrame({ data: { node, type } }: Pick<Props, "data">) {
  const status = useRun((state) => shownNode(state, node.key)?.status);
  return (
    <div className="fl-card fl-frame" data-category={nodeLook(type).category} data-status={status}>
      {type && node.type !== "group" && <PlainPorts node={node} type={type} isOpen />}
    </div>
  );
}

function FullFrame({ data, selected }: Props) {
  const { node, type, problem } = data;
  const { lookups, local, editable, types } = useCanvas();
  const [pointedAt, setPointedAt] = useState(false);
  const status = useRun((state) => shownNode(state, node.key)?.status);
  const isEmpty = useDrawnNodes((nodes) => childKeys(nodes, node.key).length === 0);
  const holdsPasses = isContainer(node, types);
  const { icon, category } = nodeLook(type);
  const [line] = summarise(node, type, lookups, local);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing only shows what selecting by keyboard shows too
    <div
      className="fl-card fl-frame"
      data-category={category}
      data-kind={node.type}
      data-color={typeof node.config.color === "string" ? node.config.color : undefined}
      data-status={status}
      data-bypass={node.bypass || undefined}
      onMouseEnter={() => setPointedAt(true)}
      onMouseLeave={() => setPointedAt(false)}
    >
      {node.bypass && <BypassLine node={node} type={type} isOpen />}
      <CardHead
        node={node}
        icon={icon}
        status={status}
        problem={problem}
        foldMark={<FoldButton node={node} />}
      >
        {line && (
          <span className="fl-frame-line" data-missing={line.missing || undefined} title={line.text}>
            {line.text}
          </span>
        )}
        {holdsPasses && <PassPicker nodeKey={node.key} />}
      </CardHead>
      {isEmpty && <AddInside node={node} editable={editable} />}
      {holdsPasses && <CardPorts node={node} type={type} isOpen />}
      {editable && holdsPasses && type && (
        <AddButtons node={node} type={type} all={selected || pointedAt} isOpen />
      )}
      {editable && selected && <FrameResizeHandle node={node} />}
    </div>
  );
}

type AddInsideProps = { node: NodeDoc; editable: boolean };

/** Placeholder of an empty frame, with a button that adds a node. */
function AddInside({ node, editable }: AddInsideProps) {
  const { t, addInside } = useCanvas();
  return (
    <div className="fl-frame-empty">
      {editable ? (
        <button
          type="button"
          className="fl-frame-add nodrag nopan"
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onClick={(event) => {
            event.stopPropagation();
            addInside(node.key, event.currentTarget);
          }}
        >
          <Icon name="plus" size={15} />
          {t("addInside")}
        </button>
      ) : (
        t("emptyFrame")
      )}
    </div>
  );
}
