/** Rules as sentences. */

import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useRuleWorkflows } from "@/api/policies";
import type { PermissionMatrix, RuleClause, ToolPolicy } from "@/api/types";
import { useLocalText } from "@/i18n/local-text";

export const COMPARISONS = [
  "is",
  "is_not",
  "contains",
  "contains_not",
  "starts",
  "ends",
  "above",
  "at_least",
  "below",
  "at_most",
  "one_of",
  "none_of",
  "given",
  "missing",
] as const satisfies readonly RuleClause["comparison"][];

export const isWithoutValue = ({ comparison }: RuleClause) =>
  comparison === "given" || comparison === "missing";

/** Name of a tool, with the owner and hosts of a configured one. */
export function useToolOptions(matrix: PermissionMatrix) {
  const local = useLocalText();
  return useMemo(
    () =>
      matrix.sections.flatMap(({ tools }) =>
        tools.map(({ pattern, title, about }) => ({
          value: pattern,
          label: [local(title), about].filter(Boolean).join(" · "),
        })),
      ),
    [matrix.sections, local],
  );
}

/** Returns a function that writes a rule as a sentence. */
export function useRuleWords(matrix: PermissionMatrix): (rule: ToolPolicy) => string {
  const { t } = useTranslation("administration-permissions");
  const tools = useToolOptions(matrix);
  const workflows = useRuleWorkflows().data;
  return useCallback(
    (rule) => {
      const { role, tool_pattern, workflow, mode, effect, clauses, when, args_untrusted } = rule;
      const named = workflows?.find(({ id }) => id === workflow)?.name;
      const list = clauses?.map((clause) =>
        [clause.argument, t(`comparison.${clause.comparison}`), clause.value].filter(Boolean).join(" "),
      );
      return t("rule.sentence", {
        caller: role === null ? t("rule.anybody") : t("rule.withRole", { role }),
        tool: tools.find(({ value }) => value === tool_pattern)?.label ?? tool_pattern,
        conditions: list
          ? list.length > 0
            ? t("rule.with", { list: list.join(t("rule.and")) })
            : ""
          : t("rule.cel", { when }),
        untrusted: args_untrusted ? t("rule.untrusted") : "",
        where:
          workflow === null || !workflows
            ? ""
            : named === undefined
              ? t("rule.inDeleted")
              : t("rule.in", { workflow: named }),
        mode: mode === "" ? "" : t(`rule.mode.${mode}`),
        decision: t(`rule.then.${effect}`),
      });
    },
    [t, tools, workflows],
  );
}
