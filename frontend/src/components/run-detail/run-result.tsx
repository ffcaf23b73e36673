/** Outcome of a run, the first thing to see once it has ended: the answer, the failure, or that nothing ran. */

import { Alert } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { lastOutput } from "@/runs/last-output";
import { isOpen } from "@/runs/state";
import { useRun } from "@/stores/run-store";
import classes from "./run-detail.module.css";
import { RunFailure } from "./run-failure";
import { RunFiles } from "./run-files";
import { TracedOutput } from "./traced-output";

export function RunResult() {
  const { t } = useTranslation("inspector");
  const error = useRun((state) => state.error);
  const output = useRun((state) => state.output);
  const runId = useRun((state) => state.run?.id);
  const isIdle = useRun((state) => state.status === "succeeded" && (state.run?.nothing_ran ?? false));
  return (
    <div className={classes.detail}>
      {error && <RunFailure error={error} />}
      {isIdle && (
        <Alert color="gray" title={t("nothingRan.title")}>
          {t("nothingRan.text")}
        </Alert>
      )}
      {output && <TracedOutput output={output} root={["output"]} canRefer={false} runId={runId} />}
      {!output && !error && !isIdle && <LastOutput />}
      <RunFiles />
    </div>
  );
}

/** In place of the output of a run without an End node: that of its last node. */
function LastOutput() {
  const { t } = useTranslation("inspector");
  const nodes = useRun((state) => state.nodes);
  const trace = useRun((state) => state.trace);
  const run = useRun((state) => state.run);
  const isOver = useRun((state) => state.status !== null && !isOpen(state.status));
  const last = useMemo(() => (isOver ? lastOutput({ nodes, trace }) : null), [isOver, nodes, trace]);
  if (!isOver) return <p className={classes.quiet}>{t("noResult.yet")}</p>;
  if (!last) return <p className={classes.quiet}>{t("noResult.ended")}</p>;
  return (
    <section>
      <h2 className={classes.label}>{t("lastOutput", { name: last.node.name || last.node.key })}</h2>
      <TracedOutput output={last.output} root={["nodes", last.node.key]} canRefer={false} runId={run?.id} />
    </section>
  );
}
