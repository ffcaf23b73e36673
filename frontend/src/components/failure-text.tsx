import { useTranslation } from "react-i18next";
import type { RunError } from "@/api/types";
import { storedText } from "@/i18n/stored-text";
import { remedyOf } from "@/runs/remedy";
import classes from "./failure-text.module.css";

/** Cause of a failure, and what to do about it. */
export function FailureText({ error }: { error: RunError }) {
  const { t } = useTranslation("inspector");
  return (
    <>
      <p className={classes.cause}>{storedText(error)}</p>
      <p className={classes.cause}>{t(`failure.remedy.${remedyOf(error)}`)}</p>
    </>
  );
}
