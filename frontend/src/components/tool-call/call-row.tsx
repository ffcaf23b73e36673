import { useTranslation } from "react-i18next";
import type { Status, ToolInvocation } from "@/api/types";
import { Duration } from "@/components/duration";
import { LogRow, type RowAddress } from "@/components/log-row/log-row";
import classes from "@/components/log-row/log-row.module.css";
import { RelativeTime } from "@/components/relative-time";
import { StatusBadge } from "@/components/status-badge";
import { CallDetails } from "@/components/tool-call/call-details";
import { useToolTitle } from "@/components/use-tool-title";

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
