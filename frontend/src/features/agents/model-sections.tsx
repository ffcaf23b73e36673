import { Input, Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { AgentDocument } from "@/api/types";
import { autosize } from "@/components/autosize";
import { EffortSelect } from "@/components/effort-select";
import { ModelPicker } from "@/components/model-picker/model-picker";
import { NumberField } from "@/components/number-field";
import { FieldGroup } from "@/components/schema-form/field-group";
import classes from "@/features/agents/agents.module.css";
import type { SectionProps } from "@/features/agents/section-props";

type Model = NonNullable<AgentDocument["model"]>;

const OFFLINE = "offline";

export function ModelSection({ draft, change, errorAt }: SectionProps) {
  const { t } = useTranslation("agents");
  const model = draft.model ?? {};
  const set = (changes: Partial<Model>) => change({ model: { ...model, ...changes } });
  return (
    <FieldGroup title={t("section.model")} collapsed={false}>
      <Input.Wrapper error={errorAt("model/provider") ?? errorAt("model/name")}>
        <ModelPicker
          label={t("section.model")}
          value={{ provider: model.provider ?? OFFLINE, model: model.name ?? "" }}
          onChange={(choice) => set({ provider: choice.provider, name: choice.model })}
        />
      </Input.Wrapper>
      <div className={classes.pair}>
        <NumberField
          label={t("field.temperature")}
          min={0}
          max={2}
          step={0.1}
          value={model.temperature ?? null}
          error={errorAt("model/temperature")}
          onChange={(temperature) => set({ temperature })}
        />
        <NumberField
          label={t("field.maxTokens")}
          min={1}
          allowDecimal={false}
          value={model.max_tokens ?? null}
          error={errorAt("model/max_tokens")}
          onChange={(max_tokens) => set({ max_tokens })}
        />
      </div>
      <EffortSelect
        label={t("field.effort")}
        unset={t("field.effortUnset")}
        value={model.effort ?? ""}
        error={errorAt("model/effort")}
        onChange={(effort) => set({ effort: effort || null })}
      />
    </FieldGroup>
  );
}

export function PromptSection({ draft, change, errorAt }: SectionProps) {
  const { t } = useTranslation("agents");
  const prompts = draft.prompts ?? {};
  return (
    <FieldGroup title={t("section.prompt")} collapsed={false}>
      <Textarea
        label={t("field.system")}
        description={t("field.systemHelp")}
        {...autosize(8, 24)}
        value={prompts.system ?? ""}
        error={errorAt("prompts/system")}
        onChange={(event) => change({ prompts: { ...prompts, system: event.currentTarget.value } })}
      />
    </FieldGroup>
  );
}
