import { ActionIcon, Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useNodeRunDetail } from "@/api/queries/runs";
import type { NodeDoc } from "@/api/types";
import { ErrorState } from "@/components/error-state";
import { Icon } from "@/components/icon";
import { NodeRunDetail } from "@/components/run-detail/node-run-detail";
import { TracedOutput } from "@/components/run-detail/traced-output";
import { isFinal } from "@/components/status";
import { NodeActions } from "@/features/runs/node-actions";
import classes from "@/features/runs/run-page.module.css";
import { useNodeRun } from "@/stores/run-store";
import { useUi } from "@/stores/ui-store";

/** One node of the run: what happened (live), and its full inputs and output once it is over. */
export function NodeDetail({ runId, node }: { runId: string; node: NodeDoc }) {
  const { t } = useTranslation("runs");
  const common = useTranslation().t;
  const view = useNodeRun(node.key);
  const isOver = view !== null && isFinal(view.status);
  const stored = useNodeRunDetail(runId, node.key, view?.scope ?? "", isOver);
  const full =
    view?.truncated && stored.data ? { ...view, output: stored.data.output, truncated: false } : view;
  return (
    <>
      <div className={classes.detailHead}>
        <h2 className={classes.detailTitle}>{node.name}</h2>
        <ActionIcon aria-label={common("action.close")} onClick={() => useUi.getState().select([])}>
          <Icon name="x" />
        </ActionIcon>
      </div>
      <NodeActions runId={runId} node={node} />
      {full === null && <p className={classes.none}>{t("detail.notReached")}</p>}
      {isOver && (
        <section className={classes.inputs}>
          <h3 className={classes.label}>{t("detail.nodeInputs")}</h3>
          {stored.isPending && <Skeleton height={40} />}
          {stored.isError && <ErrorState error={stored.error} onRetry={() => void stored.refetch()} />}
          {stored.data && (
            <TracedOutput
              output={stored.data.inputs}
              root={["given", node.key]}
              canRefer={false}
              runId={runId}
              scope={stored.data.scope}
            />
          )}
        </section>
      )}
      {full && <NodeRunDetail node={full} />}
    </>
  );
}
