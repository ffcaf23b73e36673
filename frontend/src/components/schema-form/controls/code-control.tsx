/** Code; Python is looked through by the server shortly after typing stops. */

import { useEffect } from "react";
import { CodeEditor } from "@/components/code-editor";
import type { ControlProps } from "../control";
import { useCodeFindings } from "../use-code-findings";
import { FindingList } from "./finding-list";

const LANGUAGES = ["python", "json"] as const;

export function CodeControl(props: ControlProps<string>) {
  const { value, onChange, onErrorsShown, schema, label, placeholder, context } = props;
  const code = value ?? "";
  const language = LANGUAGES.find((known) => known === schema["x-language"]) ?? "text";
  const isPython = language === "python";
  const findings = useCodeFindings(code, context.values, isPython && !context.readOnly);
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
        findings={isPython ? findings : undefined}
        onChange={onChange}
      />
      <FindingList findings={findings} />
    </>
  );
}
