/** Code; programs are looked through by the server shortly after typing stops. */

import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { CodeFinding } from "@/api/types";
import { CodeEditor } from "@/components/code-editor";
import type { ControlProps } from "@/components/schema-form/control";
import classes from "@/components/schema-form/schema-form.module.css";
import { useCodeFindings } from "@/components/schema-form/use-code-findings";
import { useLocalText } from "@/i18n/local-text";

const PROGRAMS = ["python", "javascript"] as const;
const LANGUAGES = [...PROGRAMS, "json"] as const;

export function CodeControl(props: ControlProps<string>) {
  const { value, onChange, onErrorsShown, schema, label, placeholder, invalid, context } = props;
  const code = value ?? "";
  // The form may let a person choose; it does so for programs only.
  const chosen = PROGRAMS.find((known) => known === context.values.language);
  const language = chosen ?? LANGUAGES.find((known) => known === schema["x-language"]) ?? "text";
  const isProgram = language === "python" || language === "javascript";
  const findings = useCodeFindings(code, context.values, isProgram && !context.readOnly);
  const hasErrors = findings.some(({ severity }) => severity === "error");
  // The server refuses code by the same check, in the same words.
  useEffect(() => onErrorsShown?.(hasErrors), [onErrorsShown, hasErrors]);
  return (
    <>
      <CodeEditor
        label={label}
        value={code}
        language={language}
        placeholder={placeholder}
        minLines={6}
        readOnly={context.readOnly}
        invalid={invalid}
        findings={isProgram ? findings : undefined}
        onChange={onChange}
      />
      <FindingList findings={findings} />
    </>
  );
}

/** Findings in the code as text, since markers alone are not accessible. */
function FindingList({ findings }: { findings: readonly CodeFinding[] }) {
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
