import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ruleAddress, useToolPolicies } from "@/api/policies";
import type { Json, Status, ToolInvocation } from "@/api/types";
import { Duration } from "@/components/duration";
import { LogFacts, LogRow, type RowAddress } from "@/components/log-row/log-row";
import classes from "@/components/log-row/log-row.module.css";
import { RelativeTime } from "@/components/relative-time";
import { StatusBadge } from "@/components/status-badge";
import { useToolTitle } from "@/components/use-tool-title";
import { ValueView } from "@/components/value-view/value-view";
import { useUser } from "@/hooks/use-user";
import { formatDateTime } from "@/i18n/format";

/** An entry of the log of tool calls. */
export function CallRow({ call, address }: { call: ToolInvocation; address?: RowAddress }) {
  const { t } = useTranslation("tools");
  const titleOf = useToolTitle();
  return (
    <LogRow
      address={address}
      head={
        <>
          <StatusBadge status={statusOf(call)} />
          <span className={classes.title}>
            {titleOf(call.tool_id, call.title || call.tool_id || call.function)}
          </span>
          {call.mode === "test" && <span className={classes.mark}>{t("test.test")}</span>}
          {call.decision !== "allow" && (
            <span className={classes.mark}>{t(`decision.${call.decision}`)}</span>
          )}
          <span className={classes.about} translate="no">
            {call.workflow_name}
          </span>
          <span className={classes.person}>{call.username}</span>
          <span className={classes.number}>
            <Duration ms={call.duration_ms} />
          </span>
          <span className={classes.time}>
            <RelativeTime iso={call.at} />
          </span>
        </>
      }
    >
      <CallDetails call={call} />
    </LogRow>
  );
}

/** A call that was refused never ran, nor did the question before one; another without a result has not ended. */
function statusOf({ success, decision, approval }: ToolInvocation): Status {
  if (success !== null) return success ? "succeeded" : "failed";
  const mayRun = decision === "allow" || (decision === "ask" && approval?.decision !== "asked");
  return mayRun ? "running" : "cancelled";
}

/** One call as it was recorded: why it was decided so, what was sent, and what came back. */
function CallDetails({ call }: { call: ToolInvocation }) {
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
