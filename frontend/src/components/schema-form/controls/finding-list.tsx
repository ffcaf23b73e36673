/** Code problems in words, since marks alone are not accessible. */

import { useTranslation } from "react-i18next";
import type { CodeFinding } from "@/api/types";
import { useLocalText } from "@/i18n/local-text";
import classes from "../schema-form.module.css";

export function FindingList({ findings }: { findings: readonly CodeFinding[] }) {
  const { t } = useTranslation("schema-form");
  const local = useLocalText();
  return (
    <ul className={classes.findings} aria-live="polite" aria-label={t("findings")}>
      {findings.map(({ line, column, code, severity, message }) => (
        <li key={`${line}:${column}:${code}`} data-severity={severity}>
          {t(severity === "error" ? "findingError" : "findingWarning", { line, message: local(message) })}
        </li>
      ))}
    </ul>
  );
}
