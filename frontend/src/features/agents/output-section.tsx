import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { AgentDocument } from "@/api/types";
import { FieldGroup } from "@/components/schema-form/field-group";
import classes from "@/features/agents/agents.module.css";
import { OptionalJson } from "@/features/agents/optional-json";
import type { SectionProps } from "@/features/agents/section-props";

type Output = NonNullable<AgentDocument["output"]>;

/** Output of the agent: text, or JSON with a schema. */
export function OutputSection({ draft, change, errorAt }: SectionProps) {
  const { t } = useTranslation("agents");
  const output = draft.output ?? {};
  const set = (changes: Partial<Output>) => change({ output: { ...output, ...changes } });
  return (
    <FieldGroup title={t("section.output")} collapsed faulty={errorAt("output") !== undefined}>
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
        <OptionalJson
          label={t("field.schema")}
          description={t("field.schemaHelp")}
          value={output.json_schema ?? null}
          error={errorAt("output")}
          onChange={(json_schema) => set({ json_schema })}
        />
      )}
    </FieldGroup>
  );
}
