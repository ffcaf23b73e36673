import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ruleAddress, useToolPolicies } from "@/api/policies";
import type { Json, ToolInvocation } from "@/api/types";
import { LogFacts } from "@/components/log-row/log-row";
import classes from "@/components/log-row/log-row.module.css";
import { ValueView } from "@/components/value-view/value-view";
import { useUser } from "@/hooks/use-user";
import { formatDateTime } from "@/i18n/format";

/** One call as it was recorded: why it was decided so, what was sent, and what came back. */
export function CallDetails({ call }: { call: ToolInvocation }) {
  const { t, i18n } = useTranslation("tools");
  const isStaff = useUser().is_staff;
  const explanation = call.reason || call.message;
  return (
    <>
      {explanation && <p className={classes.message}>{explanation}</p>}
      <LogFacts
        facts={[
          [t("calls.at"), formatDateTime(call.at, i18n.language)],
          [t("calls.by"), t(`calls.origin.${call.origin}`)],
          call.workflow_name !== null && [
            t("calls.workflow"),
            <span key="workflow" translate="no">
              {call.workflow_name}
            </span>,
          ],
          call.node_key !== null && [t("calls.node"), <code key="node">{call.node_key}</code>],
          call.run_id !== null && [t("calls.run"), <RunLink key="run" call={call} />],
          isStaff && call.rule_id !== "" && [t("calls.rule"), <RuleLink key="rule" call={call} />],
        ]}
      />
      <Part title={t("calls.arguments")} value={call.arguments} />
      {call.approval !== null && <Part title={t("calls.approval")} value={call.approval} />}
      {call.result !== null && <Part title={t("calls.result")} value={call.result} />}
    </>
  );
}

function Part({ title, value }: { title: string; value: Json }) {
  return (
    <>
      <p className={classes.label}>{title}</p>
      <ValueView value={value} openLevels={1} />
    </>
  );
}

function RunLink({ call }: { call: ToolInvocation }) {
  const { t } = useTranslation("tools");
  if (!call.can_open_run) return <span className={classes.about}>{t("calls.closedRun")}</span>;
  return <Link to={`/runs/${call.run_id}`}>{t("calls.openRun")}</Link>;
}

/** The rule as it is today; the log keeps the revision that decided. */
function RuleLink({ call }: { call: ToolInvocation }) {
  const { t } = useTranslation("tools");
  const rules = useToolPolicies().data;
  if (rules === undefined) return null;
  if (!rules.some(({ id }) => id === call.rule_id)) return t("calls.deletedRule");
  return (
    <Link to={ruleAddress(call.rule_id)}>{t("calls.openRule", { revision: call.rule_revision ?? "–" })}</Link>
  );
}
