/** A card: what a node is, what it does here, and how it fares in the run. */

import { type ReactNode, useState } from "react";
import type { Status } from "@/api/types";
import { hasToolChips } from "@/document/geometry";
import { summarise } from "@/document/summary";
import { nodeLook } from "@/nodes/registry";
import { AddButtons } from "./add-buttons";
import { BypassLine } from "./bypass-line";
import { useCanvas } from "./canvas-context";
import { CardHead } from "./card-head";
import { CardLine } from "./card-line";
import type { CardNode } from "./to-flow";
import { ToolChips } from "./tool-chips";

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
      {children}
      {editable && type && <AddButtons node={node} type={type} all={selected || pointedAt} />}
    </div>
  );
}
