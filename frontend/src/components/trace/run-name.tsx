import { useTranslation } from "react-i18next";
import type { RunError, Status } from "@/api/types";
import { FailurePlace } from "@/components/run-detail/failure-place";
import { StatusBadge } from "@/components/status-badge";
import { storedText } from "@/i18n/stored-text";
import classes from "./trace.module.css";

/** Outcome of the whole run; for failures the reason and location. */
export function RunName({ status, error }: { status: Status; error: RunError | null }) {
  const { t } = useTranslation("dock");
  return (
    <>
      <span className={classes.strong}>{t("run")}</span>
      <StatusBadge status={status} />
      {error && (
        <span className={classes.words} data-tone="failed" title={storedText(error)}>
          {storedText(error)}
        </span>
      )}
      {error && <FailurePlace error={error} />}
    </>
  );
}
