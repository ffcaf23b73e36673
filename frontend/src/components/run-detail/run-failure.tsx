/** Failure of a run as a sentence: the node, the cause, and what to do next. */

import { Alert } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { RunError } from "@/api/types";
import { CredentialQuestion } from "@/components/credentials/origin-question";
import { storedText } from "@/i18n/stored-text";
import { FailurePlace } from "./failure-place";
import { ReconnectLink } from "./reconnect-link";
import classes from "./run-detail.module.css";
import { useFailureTitle } from "./use-failure-title";

export function RunFailure({ error }: { error: RunError }) {
  const { t } = useTranslation("inspector");
  const title = useFailureTitle(error);
  return (
    <Alert color="red" title={title}>
      <p className={classes.cause}>{storedText(error)}</p>
      <p className={classes.cause}>{t("failure.next")}</p>
      <FailurePlace error={error} />
      <CredentialQuestion code={error.code} details={error.details} />
      <ReconnectLink error={error} />
    </Alert>
  );
}
