/** A card: what a node is, what it does here, and how it fares in the run. */

import { type ReactNode, useState } from "react";
import type { Status } from "@/api/types";
import { AddButtons } from "@/components/canvas/add-buttons";
import { BypassLine } from "@/components/canvas/bypass-line";
import { useCanvas } from "@/components/canvas/canvas-context";
import { CardHead } from "@/components/canvas/card-head";
import { NodeNotice } from "@/components/canvas/node-notice";
import type { CardNode } from "@/components/canvas/to-flow";
import { ToolChips } from "@/components/canvas/tool-chips";
import { hasToolChips } from "@/document/geometry";
import { type SummaryLine, summarise } from "@/document/summary";
import { nodeLook } from "@/nodes/registry";
import { shownNode } from "@/runs/passes";
import { liveLine } from "@/runs/written-text";
import { useRun } from "@/stores/run-store";

type CardProps = {
  data: CardNode["data"];
  status: Status | undefined;
  /** Its ports. */
  children: ReactNode;
};

/** A card as a box, where nobody could read it. */
export function PlainCard({ data: { node, type }, status, children }: CardProps) {
  const { lookups } = useCanvas();
  return (
    <div
      className="fl-card"
      data-category={nodeLook(type, node, lookups.tools).category}
      data-status={status}
      data-bypass={node.bypass || undefined}
      data-pinned={node.pinned_output !== null || undefined}
    >
      {node.bypass && <BypassLine node={node} type={type} />}
      {children}
    </div>
  );
}

type FullProps = CardProps & {
  selected: boolean;
  /** Mark of a folded frame. */
  foldMark?: ReactNode;
};

export function FullCard({ data, selected, status, foldMark, children }: FullProps) {
  const { node, type, problem } = data;
  const { lookups, local, editable } = useCanvas();
  const [pointedAt, setPointedAt] = useState(false);
  const { icon, category } = nodeLook(type, node, lookups.tools);
  const lines = summarise(node, type, lookups, local);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing only shows what selecting by keyboard shows too
    <div
      className="fl-card"
      data-category={category}
      data-status={status}
      data-bypass={node.bypass || undefined}
      data-folded={foldMark ? true : undefined}
      data-unknown={type ? undefined : true}
      onMouseEnter={() => setPointedAt(true)}
      onMouseLeave={() => setPointedAt(false)}
    >
      {node.bypass && <BypassLine node={node} type={type} />}
      <CardHead node={node} icon={icon} status={status} problem={problem} foldMark={foldMark} />
      {lines.map((line, index) => (
        <CardLine
          key={index === 0 ? "first" : "second"}
          line={line}
          writer={index === lines.length - 1 ? node.key : null}
        />
      ))}
      {hasToolChips(node) && <ToolChips node={node} />}
      {(status === "failed" || status === "waiting") && <NodeNotice node={node} />}
      {children}
      {editable && type && <AddButtons node={node} type={type} all={selected || pointedAt} />}
    </div>
  );
}

type Props = {
  line: SummaryLine;
  /** The node that streams its model output in place of the line. */
  writer: string | null;
};

/** A line of a card: what the node does here, or the end of what is being written. */
function CardLine({ line, writer }: Props) {
  const live = useRun((state) => {
    const view = writer === null ? undefined : shownNode(state, writer);
    return view?.status === "running" ? liveLine(view) : null;
  });
  if (live === null) {
    return (
      <p className="fl-card-line" data-missing={line.missing || undefined}>
        {line.text}
      </p>
    );
  }
  return (
    <p className="fl-card-line" data-live>
      <span dir="ltr">{live}</span>
    </p>
  );
}
