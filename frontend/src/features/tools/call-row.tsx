import { Collapse } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Status, ToolInvocation } from "@/api/types";
import { Duration } from "@/components/duration";
import { Icon } from "@/components/icon";
import { RelativeTime } from "@/components/relative-time";
import { StatusBadge } from "@/components/status-badge";
import { useToolTitle } from "@/components/use-tool-title";
import { ValueView } from "@/components/value-view/value-view";
import classes from "@/features/tools/tools.module.css";

export function CallRow({ call }: { call: ToolInvocation }) {
  const { t } = useTranslation("tools");
  const titleOf = useToolTitle();
  const [open, { toggle }] = useDisclosure(false);
  const explanation = call.reason || call.message;
  return (
    <li className={classes.call}>
      <button type="button" className={classes.callHead} aria-expanded={open} onClick={toggle}>
        <Icon name={open ? "chevron-down" : "chevron-right"} size={14} />
        <StatusBadge status={statusOf(call)} />
        <span className={classes.callTitle}>{titleOf(call.tool_id, call.title || call.tool_id)}</span>
        {call.mode === "test" && <span className={classes.mark}>{t("test.test")}</span>}
        {call.decision !== "allow" && <span className={classes.mark}>{t(`decision.${call.decision}`)}</span>}
        <span className={classes.gap} />
        <span className={classes.quiet}>{call.username}</span>
        <span className={classes.callDuration}>
          <Duration ms={call.duration_ms} />
        </span>
        <span className={classes.callTime}>
          <RelativeTime iso={call.at} />
        </span>
      </button>
      <Collapse expanded={open}>
        <div className={classes.callBody}>
          {explanation && <p className={classes.message}>{explanation}</p>}
          <h4 className={classes.label}>{t("calls.arguments")}</h4>
          <ValueView value={call.arguments} />
          {call.run_id && (
            <Link to={`/runs/${call.run_id}`} className={classes.runLink}>
              {t("calls.openRun")}
            </Link>
          )}
        </div>
      </Collapse>
    </li>
  );
}

/** A call that was refused never ran, nor did the question before one; another without a result has not ended. */
function statusOf({ success, decision, approval }: ToolInvocation): Status {
  if (success !== null) return success ? "succeeded" : "failed";
  const mayRun = decision === "allow" || (decision === "ask" && approval?.decision !== "asked");
  return mayRun ? "running" : "cancelled";
}
