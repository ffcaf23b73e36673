import { SegmentedControl, Select, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { AgentDocument } from "@/api/types";
import { COLOURS, ICONS, signOf } from "@/components/agent-sign/sign-of";
import { autosize } from "@/components/autosize";
import { IconSelect } from "@/components/icon-select";
import { NumberField } from "@/components/number-field";
import { FieldGroup } from "@/components/schema-form/field-group";
import classes from "@/features/agents/agents.module.css";
import { OptionalJson } from "@/features/agents/optional-json";
import type { SectionProps } from "@/features/agents/section-props";

type Limits = NonNullable<AgentDocument["limits"]>;

export function AboutSection(section: SectionProps) {
  const { draft, change, errorAt } = section;
  const { t } = useTranslation("agents");
  return (
    <FieldGroup title={t("section.about")} collapsed={false}>
      <TextInput
        label={t("field.name")}
        withAsterisk
        value={draft.name}
        error={draft.name.trim() ? errorAt("name") : t("field.nameMissing")}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Textarea
        label={t("field.description")}
        description={t("field.descriptionHelp")}
        {...autosize(2, 6)}
        value={draft.description ?? ""}
        error={errorAt("description")}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <AppearanceFields {...section} />
    </FieldGroup>
  );
}

export function LimitsSection({ draft, change, errorAt }: SectionProps) {
  const { t } = useTranslation("agents");
  const limits = draft.limits ?? {};
  const set = (changes: Partial<Limits>) => change({ limits: { ...limits, ...changes } });
  const number = (name: "max_tool_rounds" | "tool_timeout_s" | "context_tokens") => ({
    value: limits[name] ?? null,
    error: errorAt(`limits/${name}`),
    allowDecimal: false,
    min: 1,
    isNeeded: true,
    onChange: (next: number | null) => next !== null && set({ [name]: next }),
  });
  const optional = (name: "run_timeout_s" | "budget_tokens" | "budget_money" | "conversation_days") => ({
    value: limits[name] ?? null,
    error: errorAt(`limits/${name}`),
    onChange: (next: number | null) => set({ [name]: next }),
  });
  return (
    <FieldGroup title={t("section.limits")} collapsed faulty={errorAt("limits") !== undefined}>
      <div className={classes.pair}>
        <NumberField
          label={t("field.rounds")}
          description={t("field.roundsHelp")}
          max={10}
          {...number("max_tool_rounds")}
        />
        <NumberField
          label={t("field.timeout")}
          description={t("field.timeoutHelp")}
          max={600}
          {...number("tool_timeout_s")}
        />
        <NumberField
          label={t("field.context")}
          description={t("field.contextHelp")}
          {...number("context_tokens")}
        />
        <NumberField
          label={t("field.runTimeout")}
          time="s"
          allowDecimal={false}
          min={1}
          {...optional("run_timeout_s")}
        />
        <NumberField
          label={t("field.budgetTokens")}
          description={t("field.budgetTokensHelp")}
          allowDecimal={false}
          min={1}
          {...optional("budget_tokens")}
        />
        <NumberField
          label={t("field.budgetMoney")}
          description={t("field.budgetMoneyHelp")}
          decimalScale={4}
          allowNegative={false}
          {...optional("budget_money")}
        />
        <NumberField
          label={t("field.conversationDays")}
          description={t("field.conversationDaysHelp")}
          allowDecimal={false}
          min={1}
          max={36500}
          {...optional("conversation_days")}
        />
      </div>
      <SegmentedControl
        aria-label={t("field.failure")}
        value={limits.on_tool_failure ?? "tell_model"}
        data={[
          { value: "tell_model", label: `${t("field.failure")}: ${t("field.tell_model")}` },
          { value: "stop", label: `${t("field.failure")}: ${t("field.stop")}` },
        ]}
        onChange={(next) => set({ on_tool_failure: next })}
      />
    </FieldGroup>
  );
}

const ADVANCED_FIELDS = ["core_deliberation_workflow_id", "model/extra_body"] as const;

export function AdvancedSection({ draft, change, errorAt }: SectionProps) {
  const { t } = useTranslation("agents");
  return (
    <FieldGroup
      title={t("section.advanced")}
      collapsed
      faulty={ADVANCED_FIELDS.some((field) => errorAt(field) !== undefined)}
    >
      <OptionalJson
        label={t("field.extraBody")}
        description={t("field.extraBodyHelp")}
        value={draft.model?.extra_body ?? null}
        error={errorAt("model/extra_body")}
        onChange={(extra_body) => change({ model: { ...draft.model, extra_body } })}
      />
      <TextInput
        label={t("field.thinker")}
        description={t("field.thinkerHelp")}
        value={draft.core_deliberation_workflow_id ?? ""}
        error={errorAt("core_deliberation_workflow_id")}
        onChange={(event) => change({ core_deliberation_workflow_id: event.currentTarget.value })}
      />
      <OptionalJson
        label={t("field.stateValues")}
        description={t("field.stateValuesHelp")}
        value={draft.initial_private_state_values ?? null}
        error={errorAt("initial_private_state_values")}
        onChange={(initial_private_state_values) => change({ initial_private_state_values })}
      />
      <OptionalJson
        label={t("field.stateSchema")}
        description={t("field.stateSchemaHelp")}
        value={draft.initial_private_state_schema ?? null}
        error={errorAt("initial_private_state_schema")}
        onChange={(initial_private_state_schema) => change({ initial_private_state_schema })}
      />
    </FieldGroup>
  );
}

const FROM_NAME = "";

/** Icon and colour of the agent, by its short name until others are chosen; the head of the page shows them at once. */
function AppearanceFields({ draft, change, errorAt }: SectionProps) {
  const { t } = useTranslation("agents");
  const { appearance = {} } = draft;
  const fromName = { value: FROM_NAME, label: t("appearance.fromName") };
  return (
    <div className={classes.pair}>
      <IconSelect
        label={t("appearance.icon")}
        data={[fromName, ...ICONS.map((value) => ({ value, label: t(`appearance.icons.${value}`) }))]}
        iconOf={(value) => value || signOf(draft.id ?? "").icon}
        allowDeselect={false}
        value={appearance.icon ?? FROM_NAME}
        error={errorAt("appearance/icon")}
        onChange={(next) =>
          change({ appearance: { ...appearance, icon: ICONS.find((icon) => icon === next) ?? null } })
        }
      />
      <Select
        label={t("appearance.colour")}
        data={[fromName, ...COLOURS.map((value) => ({ value, label: t(`appearance.colours.${value}`) }))]}
        allowDeselect={false}
        value={appearance.colour ?? FROM_NAME}
        error={errorAt("appearance/colour")}
        onChange={(next) =>
          change({ appearance: { ...appearance, colour: COLOURS.find((colour) => colour === next) ?? null } })
        }
      />
    </div>
  );
}
