import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useNodeTypes } from "@/api/queries/workflows";
import type { WorkflowSummary } from "@/api/types";
import classes from "@/components/card-grid/card-grid.module.css";
import { GraphPicture } from "@/components/graph-picture/graph-picture";
import { RelativeTime } from "@/components/relative-time";
import { StatusBadge } from "@/components/status-badge";
import { FavouriteStar } from "@/components/workflow-card/favourite-star";
import { WorkflowLabels } from "@/components/workflow-card/workflow-labels";

type Props = {
  workflow: WorkflowSummary;
  /** Actions without opening it. */
  menu?: ReactNode;
  /** A box that chooses it for an act on many. */
  check?: ReactNode;
};

export function WorkflowCard({ workflow, menu, check }: Props) {
  const { t } = useTranslation("workflows");
  const types = useNodeTypes().data ?? [];
  const { last_run: lastRun, picture } = workflow;
  return (
    <article className={classes.card}>
      <div className={classes.cardHead}>
        {check}
        <h2 className={classes.name}>
          <Link to={`/workflows/${workflow.id}`} className={classes.cover}>
            {workflow.name}
          </Link>
        </h2>
        <FavouriteStar workflow={workflow} />
        {menu}
      </div>
      {picture && <GraphPicture picture={picture} types={types} />}
      <p className={classes.description}>{workflow.description || t("card.noDescription")}</p>
      <WorkflowLabels folder={workflow.folder} tags={workflow.tags} />
      <div className={classes.facts}>
        {lastRun ? (
          <Link to={`/runs/${lastRun.id}`} className={classes.lastRun} title={t("card.lastRun")}>
            <StatusBadge status={lastRun.status} />
          </Link>
        ) : (
          <span className={classes.neverRun}>{t("card.neverRun")}</span>
        )}
        <span>{t("card.nodes", { count: workflow.node_count })}</span>
        {workflow.unpublished_changes && <span>{t("card.unpublished")}</span>}
        {workflow.role !== "owner" && <span className="fl-clip">{workflow.owner.username}</span>}
        <span className={classes.updated}>
          <RelativeTime iso={workflow.updated_at} />
        </span>
      </div>
    </article>
  );
}
