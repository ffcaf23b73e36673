/** The text that the run's models write, growing, and the run's output at the end. */

import { Alert } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useShallow } from "zustand/react/shallow";
import { EmptyState } from "@/components/empty-state";
import { FailurePlace } from "@/components/run-detail/failure-place";
import { ModelText } from "@/components/run-detail/model-text";
import { RunFiles } from "@/components/run-detail/run-files";
import { TracedOutput } from "@/components/run-detail/traced-output";
import { storedText } from "@/i18n/stored-text";
import { useRun } from "@/stores/run-store";
import classes from "./dock.module.css";

export function RunOutput() {
  const { t } = useTranslation("dock");
  const output = useRun((state) => state.output);
  const runId = useRun((state) => state.run?.id);
  const error = useRun((state) => state.error);
  const status = useRun((state) => state.status);
  const writers = useRun(
    useShallow((state) => Object.values(state.nodes).filter((node) => Object.keys(node.streams).length > 0)),
  );
  if (status === null) return <EmptyState icon="player-play" title={t("noRun")} text={t("noRunText")} />;
  return (
    <div className={classes.output}>
      {error && (
        <Alert color="red" title={t("runFailed")}>
          {storedText(error)}
          <FailurePlace error={error} />
        </Alert>
      )}
      {output && <TracedOutput output={output} root={["output"]} canRefer={false} runId={runId} />}
      <RunFiles />
      {writers.map((node) => (
        <section key={node.key}>
          <h2 className={classes.heading}>{node.name || node.key}</h2>
          <ModelText streams={node.streams} running={node.status === "running"} />
        </section>
      ))}
    </div>
  );
}
