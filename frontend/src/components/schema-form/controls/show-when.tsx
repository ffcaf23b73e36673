/** Conditions that show a field: comparisons with the fields before it. */

import { Select, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { JsonObject } from "@/api/types";
import { IconButton } from "@/components/icon-button";
import type { ShowOperator, ShowRule } from "@/components/run-inputs/show-rules";
import type { FieldKind, StartField } from "@/components/run-inputs/start-fields";
import { AddRowButton } from "./add-row-button";
import classes from "./fields-control.module.css";

const MOST = 10;
const MATCHES = ["all", "any"] as const;
const LINE = ["is", "is_not", "contains", "is_filled"] as const;
const ONE = ["is", "is_not", "is_filled"] as const;
/** The comparisons of a kind; the first is the usual one. Of others it counts whether they are filled in. */
const OPERATORS: Partial<Record<FieldKind, readonly ShowOperator[]>> = {
  text: LINE,
  paragraph: LINE,
  email: LINE,
  number: ONE,
  integer: ONE,
  rating: ONE,
  date: ONE,
  select: ONE,
  choices: ["contains", "is", "is_not", "is_filled"],
  boolean: ["is"],
};

type Props = {
  field: StartField;
  earlier: readonly StartField[];
  onChange: (changes: JsonObject) => void;
};

export function ShowWhen({ field, earlier, onChange }: Props) {
  const { t } = useTranslation("schema-form");
  const { showWhen: rules, showMatch } = field;
  const write = (next: ShowRule[]) => onChange({ showWhen: next });
  const last = earlier.at(-1);
  if (rules.length === 0 && !last) return null;
  return (
    <fieldset className={classes.rules}>
      {rules.length > 0 && <legend>{t("field.shownWhen")}</legend>}
      {rules.length > 1 && (
        <Select
          size="xs"
          aria-label={t("field.match")}
          allowDeselect={false}
          data={MATCHES.map((match) => ({ value: match, label: t(`field.matches.${match}`) }))}
          value={showMatch}
          onChange={(match) => onChange({ showMatch: match })}
        />
      )}
      {rules.map((rule, at) => (
        <Rule
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no identity of their own; their place is it
          key={at}
          rule={rule}
          earlier={earlier}
          onChange={(next) => write(rules.with(at, next))}
          onRemove={() => write(rules.toSpliced(at, 1))}
        />
      ))}
      {last && rules.length < MOST && (
        <AddRowButton label={t("field.addRule")} onAdd={() => write([...rules, ruleAbout(last)])} />
      )}
    </fieldset>
  );
}

type RuleProps = {
  rule: ShowRule;
  earlier: readonly StartField[];
  onChange: (rule: ShowRule) => void;
  onRemove: () => void;
};

function Rule({ rule, earlier, onChange, onRemove }: RuleProps) {
  const { t } = useTranslation("schema-form");
  const asked = earlier.find(({ name }) => name === rule.field);
  const offered = operatorsOf(asked);
  const operators = offered.includes(rule.operator) ? offered : [...offered, rule.operator];
  const names = earlier.map(({ name, title }) => ({ value: name, label: title }));
  return (
    <div className={classes.rule}>
      <Select
        size="xs"
        aria-label={t("field.ruleField")}
        allowDeselect={false}
        data={asked ? names : [...names, { value: rule.field, label: rule.field }]}
        error={!asked}
        value={rule.field}
        onChange={(name) => {
          const chosen = earlier.find((one) => one.name === name);
          if (chosen) onChange(ruleAbout(chosen));
        }}
      />
      <Select
        size="xs"
        aria-label={t("column.operator")}
        allowDeselect={false}
        data={operators.map((operator) => ({ value: operator, label: t(`field.operator.${operator}`) }))}
        value={rule.operator}
        onChange={(next) =>
          onChange({ ...rule, operator: operators.find((one) => one === next) ?? rule.operator })
        }
      />
      {rule.operator !== "is_filled" && (
        <RuleValue rule={rule} asked={asked} onChange={(value) => onChange({ ...rule, value })} />
      )}
      <IconButton icon="trash" iconSize={15} color="gray" label={t("field.removeRule")} onClick={onRemove} />
      {!asked && <p className={classes.gone}>{t("field.gone")}</p>}
    </div>
  );
}

type RuleValueProps = {
  rule: ShowRule;
  asked: StartField | undefined;
  onChange: (value: string) => void;
};

function RuleValue({ rule, asked, onChange }: RuleValueProps) {
  const { t } = useTranslation("schema-form");
  const props = { size: "xs", "aria-label": t("column.value") } as const;
  const choices = choicesOf(asked).map((value) => ({
    value,
    label: asked?.kind === "boolean" ? t(value === "true" ? "field.yes" : "field.no") : value,
  }));
  if (choices.length > 0)
    return (
      <Select
        {...props}
        allowDeselect={false}
        data={choices}
        value={rule.value}
        onChange={(value) => onChange(value ?? "")}
      />
    );
  return (
    <TextInput
      {...props}
      type={asked?.kind === "date" ? "date" : "text"}
      value={rule.value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function operatorsOf(field: StartField | undefined): readonly ShowOperator[] {
  return (field && OPERATORS[field.kind]) ?? ["is_filled"];
}

function choicesOf(field: StartField | undefined): string[] {
  return field?.kind === "boolean" ? ["true", "false"] : (field?.options ?? []);
}

function ruleAbout(field: StartField): ShowRule {
  const [operator = "is_filled"] = operatorsOf(field);
  return { field: field.name, operator, value: choicesOf(field)[0] ?? "" };
}
