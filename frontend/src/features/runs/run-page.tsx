import { Skeleton } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { RUN_CALLS } from "@/api/run-calls";
import { useRunSnapshot } from "@/api/runs";
import type { Run } from "@/api/types";
import { lazyComponent } from "@/components/lazy-component";
import { QueryState } from "@/components/query-list";
import { RunResult } from "@/components/run-detail/run-result";
import { FilmBar } from "@/components/trace/film-bar";
import { Trace } from "@/components/trace/trace";
import { ValueFields } from "@/components/value-view/value-fields";
import { NodeDetail } from "@/features/runs/node-detail";
import { RunExplanation } from "@/features/runs/run-explanation";
import { RunHeader } from "@/features/runs/run-header";
import classes from "@/features/runs/run-page.module.css";
import { RunReceipt } from "@/features/runs/run-receipt";
import { createRunStore, RunStoreContext } from "@/stores/run-store";
import { openNode, selectedNode, useUi } from "@/stores/ui-store";

const RunCanvas = lazyComponent(
  async () => (await import("@/components/canvas/run-canvas")).RunCanvas,
  () => <Skeleton height="100%" radius={0} />,
);

/** One run, past or present: loads what is stored, then follows the events. */
export function RunPage() {
  const { id = "" } = useParams();
  const { t } = useTranslation("runs");
  const node = useSearchParams()[0].get("node");
  const snapshot = useRunSnapshot(id);
  const [store] = useState(() => createRunStore(RUN_CALLS));
  const run = snapshot.data;

  useEffect(() => {
    if (run === undefined) return;
    useUi.getState().reset();
    store.getState().load(run);
    if (node !== null) openNode(node);
    return () => {
      store.getState().clear();
      useUi.getState().reset();
    };
  }, [run, store, node]);

  if (!snapshot.isSuccess) return <QueryState query={snapshot} pending={<RunPageSkeleton />} list="runs" />;
  return (
    <RunStoreContext value={store}>
      <title>{`${t("run.title", { name: snapshot.data.workflow.name })} · Flowloom`}</title>
      <RunView run={snapshot.data} />
    </RunStoreContext>
  );
}

function RunPageSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.page} role="status" aria-label={t("loading")}>
      <div className={classes.header}>
        <Skeleton height={20} width={320} />
      </div>
      <div className={classes.body}>
        <div className={classes.canvas} />
        <div className={classes.trace}>
          <Skeleton height={18} width="60%" m={12} />
          <Skeleton height={18} width="45%" m={12} />
        </div>
        <aside className={classes.detail}>
          <Skeleton height={20} width="50%" mb={12} />
          <Skeleton height={120} />
        </aside>
      </div>
    </div>
  );
}

/** The run laid out like the editor: canvas, steps under it, detail of what is selected on the right. */
function RunView({ run }: { run: Run }) {
  return (
    <div className={classes.page}>
      <RunHeader snapshot={run} />
      <div className={classes.body}>
        <div className={classes.canvas}>
          <RunCanvas document={run.document} run={run} />
        </div>
        <div className={classes.film}>
          <FilmBar />
        </div>
        <div className={classes.trace}>
          <Trace />
        </div>
        <aside className={classes.detail}>
          <RunDetail run={run} />
        </aside>
      </div>
    </div>
  );
}

/** The right side: the selected node, or the run as a whole. */
function RunDetail({ run }: { run: Run }) {
  const key = useUi(selectedNode);
  const node = run.document.nodes.find((candidate) => candidate.key === key);
  return node ? <NodeDetail key={node.key} runId={run.id} node={node} /> : <RunSummaryDetail run={run} />;
}

/** Result of the whole run first, then how it came about. */
function RunSummaryDetail({ run }: { run: Run }) {
  const { t } = useTranslation("runs");
  return (
    <>
      <h2 className={classes.detailTitle}>{t("detail.run")}</h2>
      <h3 className={classes.label}>{t("detail.output")}</h3>
      <RunResult />
      <RunExplanation runId={run.id} />
      <RunReceipt runId={run.id} />
      <h3 className={classes.label}>{t("detail.inputs")}</h3>
      <ValueFields value={run.inputs} />
      <p className={classes.hint}>{t("detail.choose")}</p>
    </>
  );
}
