import { JsonInput, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AgentDocument } from "@/api/types";
import classes from "@/features/agents/agents.module.css";
import type { SectionProps } from "@/features/agents/section-props";
import { readJsonObject } from "@/lib/json-object";

type Output = NonNullable<AgentDocument["output"]>;

/** Whether the agent answers in words or in JSON, and what JSON must fit. */
export function OutputSection({ draft, change, errorAt }: SectionProps) {
  const { t } = useTranslation("agents");
  const output = draft.output ?? {};
  const [schema, setSchema] = useState(() =>
    output.json_schema ? JSON.stringify(output.json_schema, null, 2) : "",
  );
  const set = (changes: Partial<Output>) => change({ output: { ...output, ...changes } });
  const isReadable = schema.trim() === "" || readJsonObject(schema) !== null;
  const write = (text: string) => {
    setSchema(text);
    const read = readJsonObject(text);
    if (read || text.trim() === "") set({ json_schema: read });
  };
  return (
    <fieldset className={classes.section}>
      <legend>{t("section.output")}</legend>
      <SegmentedControl
        className={classes.choice}
        aria-label={t("section.output")}
        value={output.as_json ? "json" : "text"}
        data={[
          { value: "text", label: t("field.asText") },
          { value: "json", label: t("field.asJson") },
        ]}
        onChange={(next) => set({ as_json: next === "json" })}
      />
      {output.as_json && (
        <JsonInput
          label={t("field.schema")}
          description={t("field.schemaHelp")}
          autosize
          minRows={4}
          maxRows={20}
          value={schema}
          error={isReadable ? errorAt("output") : t("field.schemaBroken")}
          onChange={write}
        />
      )}
    </fieldset>
  );
}
