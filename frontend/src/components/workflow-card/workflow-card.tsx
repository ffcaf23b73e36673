import { type InfiniteData, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { cachedAt, useRefresh } from "@/api/cache";
import { ask, at } from "@/api/http";
import type { ResultPage, WorkflowSummary } from "@/api/types";
import { useNodeTypes, WORKFLOW_LISTS } from "@/api/workflows";
import classes from "@/components/card-grid/card-grid.module.css";
import { GraphPicture } from "@/components/graph-picture/graph-picture";
import { Icon } from "@/components/icon";
import { IconButton } from "@/components/icon-button";
import { notifyFailed } from "@/components/notify";
import { RelativeTime } from "@/components/relative-time";
import { RunStatusBadge } from "@/components/run-status-badge";
import { useErrorText } from "@/components/use-error-text";
import workflowCardClasses from "@/components/workflow-card/workflow-card.module.css";

const SHOWN_TAGS = 3;

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
  const { last_run: lastRun, picture, published_version: published } = workflow;
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
            <RunStatusBadge run={lastRun} />
          </Link>
        ) : (
          <span className={classes.neverRun}>{t("card.neverRun")}</span>
        )}
        <span>{t("card.nodes", { count: workflow.node_count })}</span>
        {published !== null && <span>{t("card.live", { number: published })}</span>}
        {workflow.unpublished_changes && <span>{t("card.unpublished")}</span>}
        {workflow.role !== "owner" && <span className="fl-clip">{workflow.owner.username}</span>}
        <span className={classes.updated}>
          <RelativeTime iso={workflow.updated_at} />
        </span>
      </div>
    </article>
  );
}

/** Makes a workflow one's favourite, or no longer; shown at once, and taken back when the server refuses. */
function FavouriteStar({ workflow }: { workflow: WorkflowSummary }) {
  const { t } = useTranslation("workflows");
  const set = useSetFavourite(workflow.id);
  const isFavourite = workflow.is_favourite;
  return (
    <IconButton
      icon={isFavourite ? "star-filled" : "star"}
      label={t("card.favourite", { name: workflow.name })}
      className={workflowCardClasses.star}
      data-on={isFavourite || undefined}
      aria-pressed={isFavourite}
      onClick={() => set.mutate(!isFavourite)}
    />
  );
}

type Lists = InfiniteData<ResultPage<WorkflowSummary>>;

function useSetFavourite(id: string) {
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  const errorText = useErrorText();
  const show = (wanted: boolean) =>
    queryClient.setQueriesData<Lists>(cachedAt("/api/workflows/"), (lists) => {
      const starred = (one: WorkflowSummary) => (one.id === id ? { ...one, is_favourite: wanted } : one);
      return (
        lists && {
          ...lists,
          pages: lists.pages.map((page) => ({ ...page, results: page.results.map(starred) })),
        }
      );
    });
  return useMutation({
    mutationFn: (wanted: boolean) =>
      ask(wanted ? "post" : "delete", "/api/workflows/{workflow_id}/favourite/", at({ workflow_id: id })),
    onMutate: async (wanted) => {
      await queryClient.cancelQueries(cachedAt("/api/workflows/"));
      show(wanted);
    },
    onError: (error, wanted) => {
      show(!wanted);
      notifyFailed(errorText(error));
    },
    onSettled: () => refresh(...WORKFLOW_LISTS),
  });
}

/** Folder and tags of a workflow, each linking to the workflows that share it. */
function WorkflowLabels({ folder, tags }: Pick<WorkflowSummary, "folder" | "tags">) {
  const { t } = useTranslation("workflows");
  const shown = folder.replaceAll("/", " / ");
  const others = tags.slice(SHOWN_TAGS);
  if (!folder && tags.length === 0) return null;
  return (
    <ul className={workflowCardClasses.labels}>
      {folder && (
        <li>
          <Link
            to={`/workflows?folder=${encodeURIComponent(folder)}`}
            className={`${workflowCardClasses.label} ${workflowCardClasses.folder}`}
            aria-label={t("card.folder", { name: shown })}
          >
            <Icon name="folder" size={14} />
            <span className="fl-clip">{shown}</span>
          </Link>
        </li>
      )}
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <li key={tag}>
          <Link
            to={`/workflows?tag=${encodeURIComponent(tag)}`}
            className={workflowCardClasses.label}
            aria-label={t("card.tag", { name: tag })}
          >
            <span className="fl-clip">{tag}</span>
          </Link>
        </li>
      ))}
      {others.length > 0 && (
        <li className={workflowCardClasses.more} title={others.join(", ")}>
          {t("card.moreTags", { count: others.length })}
        </li>
      )}
    </ul>
  );
}
