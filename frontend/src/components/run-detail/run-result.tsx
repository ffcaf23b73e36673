/** Outcome of a run, the first thing to see once it has ended: the answer, the failure, or that nothing ran. */

import { Alert } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useShallow } from "zustand/react/shallow";
import type { RunError } from "@/api/types";
import { CredentialQuestion } from "@/components/credentials/origin-question";
import { FailureText } from "@/components/failure-text";
import { lastOutput } from "@/runs/last-output";
import { addressOf, stepsOf } from "@/runs/passes";
import { failurePlace } from "@/runs/payload";
import { isOpen } from "@/runs/state";
import { useRun } from "@/stores/run-store";
import { FailurePlace } from "./failure-place";
import { ReconnectLink } from "./reconnect-link";
import classes from "./run-detail.module.css";
import { TracedOutput } from "./traced-output";
import { WrittenFile, writtenFileOf } from "./written-file";

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

/** A sentence: the node, the cause, and what to do next. */
function RunFailure({ error }: { error: RunError }) {
  const title = useFailureTitle(error);
  return (
    <Alert color="red" title={title}>
      <FailureText error={error} />
      <FailurePlace error={error} />
      <CredentialQuestion code={error.code} details={error.details} />
      <ReconnectLink error={error} />
    </Alert>
  );
}

/** Beginning of the sentence about a failure: the node at fault and its pass, or the run as a whole. */
function useFailureTitle(error: RunError): string {
  const { t } = useTranslation("inspector");
  const place = failurePlace(error);
  const name = useRun((state) => (place === null ? undefined : state.labels[place.nodeKey]?.name));
  if (place === null || name === undefined) return t("failure.run");
  const passes = stepsOf(place.scope).map(({ index }) => ` #${index + 1}`);
  return t("failure.node", { name: name + passes.join("") });
}

/** The files of the whole run, beside its output. */
function RunFiles() {
  const { t } = useTranslation("inspector");
  const writers = useRun(
    useShallow((state) => Object.values(state.nodes).filter((node) => writtenFileOf(node) !== null)),
  );
  if (writers.length === 0) return null;
  return (
    <section>
      <h2 className={classes.label}>{t("files")}</h2>
      {writers.map((node) => (
        <WrittenFile key={addressOf(node.scope, node.key)} node={node} />
      ))}
    </section>
  );
}
