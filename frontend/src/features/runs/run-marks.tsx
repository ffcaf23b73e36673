import { useTranslation } from "react-i18next";
import type { RunSummary } from "@/api/types";
import classes from "@/features/runs/runs.module.css";

/** What is special about a run: one node only, no real tool calls, a published version. */
export function RunMarks({ run }: { run: RunSummary }) {
  const { t } = useTranslation("runs");
  return (
    <span className={classes.marks}>
      {run.kind === "debug" && (
        <span className={classes.mark}>{t("mark.debug", { node: run.target_node })}</span>
      )}
      {run.mode === "test" && <span className={classes.mark}>{t("mark.test")}</span>}
      {run.version.number !== null && (
        <span className={classes.mark}>{t("mark.version", { number: run.version.number })}</span>
      )}
    </span>
  );
}
