/** The editor of one workflow: loads it, then hands over to the open editor. */

import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useGraph, useNodeTypes, useWorkflow } from "@/api/workflows";
import { QueryState } from "@/components/query-list";
import classes from "@/features/editor/editor.module.css";
import { OpenEditor } from "@/features/editor/open-editor";

export function EditorPage() {
  const { id = "" } = useParams();
  const workflow = useWorkflow(id);
  const graph = useGraph(id);
  const types = useNodeTypes();
  const all = [workflow, graph, types];
  if (all.some(({ isError }) => isError) || !workflow.data || !graph.data || !types.data)
    return <QueryState query={all} pending={<EditorSkeleton />} list="workflows" />;
  return <OpenEditor key={id} workflow={workflow.data} graph={graph.data} />;
}

/** Keeps the places of the editor while it is being loaded. */
function EditorSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.frame} role="status" aria-label={t("loading")}>
      <div className={classes.bar}>
        <Skeleton width={28} height={28} />
        <Skeleton width={220} height={18} />
        <span className={classes.space} />
        <Skeleton width={110} height={28} />
        <Skeleton width={76} height={28} />
      </div>
      <div className={classes.waiting}>
        <Skeleton width={248} height={96} radius="lg" />
        <Skeleton width={248} height={96} radius="lg" />
        <Skeleton width={248} height={96} radius="lg" />
      </div>
    </div>
  );
}
