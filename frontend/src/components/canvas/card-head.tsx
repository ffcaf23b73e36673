import type { ReactNode } from "react";
import type { NodeDoc, Problem, Status } from "@/api/types";
import { Icon } from "@/components/icon";
import { CardBadges } from "./card-badges";
import { CardName } from "./card-name";

type Props = {
  node: NodeDoc;
  icon: string;
  status: Status | undefined;
  problem: Problem["severity"] | null;
  /** At the right end of a frame's head: opens and folds it. */
  foldMark?: ReactNode;
  /** Between the name and the marks. */
  children?: ReactNode;
};

/** The head of cards and frames. */
export function CardHead({ node, icon, status, problem, foldMark, children }: Props) {
  return (
    <header className="fl-card-head">
      <span className="fl-card-icon">
        <Icon name={icon} size={17} />
      </span>
      <CardName nodeKey={node.key} name={node.name} />
      {children}
      <CardBadges node={node} status={status} problem={problem} />
      {foldMark}
    </header>
  );
}
