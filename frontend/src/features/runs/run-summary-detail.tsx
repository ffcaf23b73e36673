import { Alert } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Run } from "@/api/types";
import { CredentialQuestion } from "@/components/credentials/origin-question";
import { FailurePlace } from "@/components/run-detail/failure-place";
import { ReconnectLink } from "@/components/run-detail/reconnect-link";
import { RunFiles } from "@/components/run-detail/run-files";
import { TracedOutput } from "@/components/run-detail/traced-output";
import { isFinal } from "@/components/status";
import { ValueFields } from "@/components/value-view/value-fields";
import { RunExplanation } from "@/features/runs/run-explanation";
import classes from "@/features/runs/run-page.module.css";
import { RunReceipt } from "@/features/runs/run-receipt";
import { storedText } from "@/i18n/stored-text";
import { useRun } from "@/stores/run-store";

/** Inputs and output of the whole run. */
export function RunSummaryDetail({ run }: { run: Run }) {
  const { t } = useTranslation("runs");
  const isEarlier = useRun((state) => state.moment !== null);
  const output = useRun((state) => state.output) ?? (isEarlier ? null : run.output);
  const error = useRun((state) => state.error) ?? (isEarlier ? null : run.error);
  const isOver = useRun((state) => isFinal(state.status ?? run.status));
  return (
    <>
      <h2 className={classes.detailTitle}>{t("detail.run")}</h2>
      {error && (
        <Alert color="red" title={t("detail.failed")} mb="md">
          {storedText(error)}
          <FailurePlace error={error} />
          <CredentialQuestion code={error.code} details={error.details} />
          <ReconnectLink error={error} />
        </Alert>
      )}
      <RunExplanation runId={run.id} />
      <RunReceipt runId={run.id} />
      <h3 className={classes.label}>{t("detail.inputs")}</h3>
      <ValueFields value={run.inputs} />
      <h3 className={classes.label}>{t("detail.output")}</h3>
      {output ? (
        <TracedOutput output={output} root={["output"]} canRefer={false} runId={run.id} />
      ) : (
        <p className={classes.none}>{t(isOver ? "detail.withoutOutput" : "detail.noOutput")}</p>
      )}
      <RunFiles />
      <p className={classes.hint}>{t("detail.choose")}</p>
    </>
  );
}
