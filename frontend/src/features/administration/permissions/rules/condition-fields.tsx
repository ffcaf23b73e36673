import { Button, CloseButton, Select, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { ask } from "@/api/http";
import { RuleClause as LIMITS } from "@/api/limits.gen";
import type { ConditionCheck, RuleClause } from "@/api/types";
import { autosize } from "@/components/autosize";
import { Icon } from "@/components/icon";
import { TextButton } from "@/components/text-button";
import { useSave } from "@/components/use-save";
import { COMPARISONS, isWithoutValue } from "./rule-words";
import classes from "./rules.module.css";

export type RuleCondition = {
  clauses: readonly RuleClause[];
  when: string;
  /** CEL is edited instead of clauses. */
  isCel: boolean;
};

const BLANK: RuleClause = { argument: "", comparison: "is", value: "" };

/** Clauses without the rows that nothing was typed into. */
export const typedClauses = ({ clauses }: RuleCondition) =>
  clauses.filter(
    ({ argument, comparison, value }) =>
      argument.trim() !== "" || value.trim() !== "" || comparison !== BLANK.comparison,
  );

type Props = {
  value: RuleCondition;
  onChange: (changes: Partial<RuleCondition>) => void;
  /** Why the server refused the condition. */
  fault: string | undefined;
  onFault: (fault: string | undefined) => void;
};

/** The conditions of a rule: rows that must all hold, or CEL behind “Advanced”. */
export function ConditionFields({ value, onChange, fault, onFault }: Props) {
  const { t } = useTranslation("administration-permissions");
  const rows = useRef<HTMLUListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const { clauses, when, isCel } = value;
  const translate = useSave(
    () =>
      ask("post", "/api/tools/policies/check/", {
        body: isCel ? { when } : { clauses: typedClauses(value) },
      }),
    { onSuccess: (found) => take(found) },
  );
  const take = (found: ConditionCheck) => {
    if (found.message !== null) onFault(found.message);
    else if (!isCel) onChange({ isCel: true, when: found.when });
    else if (found.clauses === null) onFault(t("rule.noSentence"));
    else onChange({ isCel: false, clauses: found.clauses });
  };
  const change = (at: number, changes: Partial<RuleClause>) =>
    onChange({ clauses: clauses.map((one, index) => (index === at ? { ...one, ...changes } : one)) });
  const append = () => {
    onChange({ clauses: [...clauses, BLANK] });
    requestAnimationFrame(() => rows.current?.querySelector<HTMLElement>("li:last-child input")?.focus());
  };
  const remove = (at: number) => {
    onChange({ clauses: clauses.filter((_, index) => index !== at) });
    add.current?.focus();
  };
  return (
    <Stack gap={6} role="group" aria-label={t("rule.conditions")}>
      <Text size="sm" fw={500}>
        {t("rule.conditions")}
      </Text>
      {isCel ? (
        <Textarea
          aria-label={t("rule.expression")}
          description={t("rule.expressionHelp")}
          placeholder="args.method == 'DELETE'"
          spellCheck={false}
          classNames={{ input: classes.code }}
          {...autosize(2, 10)}
          value={when}
          onChange={(event) => onChange({ when: event.currentTarget.value })}
        />
      ) : (
        <>
          <ul ref={rows} className={classes.clauses}>
            {clauses.map((clause, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: clauses have no other identity.
              <li key={at} className={classes.clause}>
                <TextInput
                  aria-label={t("rule.argument")}
                  placeholder={t("rule.argument")}
                  maxLength={LIMITS.argument}
                  value={clause.argument}
                  onChange={(event) => change(at, { argument: event.currentTarget.value })}
                />
                <Select
                  aria-label={t("rule.comparison")}
                  allowDeselect={false}
                  data={COMPARISONS.map((one) => ({ value: one, label: t(`comparison.${one}`) }))}
                  value={clause.comparison}
                  onChange={(next) =>
                    change(at, { comparison: COMPARISONS.find((one) => one === next) ?? "is" })
                  }
                />
                {isWithoutValue(clause) ? (
                  <span />
                ) : (
                  <TextInput
                    aria-label={t("rule.value")}
                    placeholder={t("rule.value")}
                    maxLength={LIMITS.value}
                    value={clause.value}
                    onChange={(event) => change(at, { value: event.currentTarget.value })}
                  />
                )}
                <CloseButton aria-label={t("rule.removeCondition")} onClick={() => remove(at)} />
              </li>
            ))}
          </ul>
          {clauses.length > 0 && <p className={classes.help}>{t("rule.conditionsHelp")}</p>}
          <Button
            ref={add}
            variant="subtle"
            size="compact-sm"
            className={classes.add}
            leftSection={<Icon name="plus" />}
            onClick={append}
          >
            {t("rule.addCondition")}
          </Button>
        </>
      )}
      {fault && (
        <p className={classes.fault} role="alert">
          {fault}
        </p>
      )}
      <TextButton className={classes.help} onClick={() => translate.mutate()}>
        {t(isCel ? "rule.asSentence" : "rule.advanced")}
      </TextButton>
    </Stack>
  );
}
