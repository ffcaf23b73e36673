import { Button, Group, Skeleton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import { useNodeRunDetail } from "@/api/runs";
import type { NodeDoc } from "@/api/types";
import { useNodeTypes } from "@/api/workflows";
import { Icon } from "@/components/icon";
import { IconButton } from "@/components/icon-button";
import { QueryState } from "@/components/query-list";
import { NodeRunDetail } from "@/components/run-detail/node-run-detail";
import { TracedOutput } from "@/components/run-detail/traced-output";
import { isFinal } from "@/components/status";
import { useSave } from "@/components/use-save";
import { isOffThePath } from "@/document/off-the-path";
import { ForkDialog } from "@/features/runs/fork-dialog";
import classes from "@/features/runs/run-page.module.css";
import { useNewestRun, useNodeRun } from "@/stores/run-store";
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
        <IconButton icon="x" label={common("action.close")} onClick={() => useUi.getState().select([])} />
      </div>
      <NodeActions runId={runId} node={node} />
      {full === null && <p className={classes.none}>{t("detail.notReached")}</p>}
      {isOver && (
        <section className={classes.inputs}>
          <h3 className={classes.label}>{t("detail.nodeInputs")}</h3>
          <QueryState query={stored} pending={<Skeleton height={40} />} />
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

/** Actions for a node of a finished run: run again from it, or pin its output. */
function NodeActions({ runId, node }: { runId: string; node: NodeDoc }) {
  const { t } = useTranslation("runs");
  const [isForking, setForking] = useState(false);
  const view = useNodeRun(node.key);
  const isOver = useNewestRun((state) => state.status !== null && isFinal(state.status));
  const type = useNodeTypes().data?.find(({ id }) => id === node.type);
  const pin = useSave(
    () =>
      ask("post", "/api/runs/{run_id}/nodes/{node_key}/pin/", {
        ...at({ run_id: runId, node_key: node.key }),
        body: view?.scope ? { scope: view.scope } : {},
      }),
    { done: t("again.pinned") },
  );
  if (!isOver || !type || isOffThePath(type)) return null;
  return (
    <Group gap="xs" mb="sm">
      {type.role !== "start" && (
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="git-fork" size={14} />}
          onClick={() => setForking(true)}
        >
          {t("again.from")}
        </Button>
      )}
      {view?.status === "succeeded" && (
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="pinned" size={14} />}
          loading={pin.isPending}
          onClick={() => pin.mutate()}
        >
          {t("again.pin")}
        </Button>
      )}
      {isForking && <ForkDialog runId={runId} node={node} type={type} onClose={() => setForking(false)} />}
    </Group>
  );
}
