import { useTranslation } from "react-i18next";
import type { Status, WorkflowTestResult } from "@/api/types";
import { Icon } from "@/components/icon";
import { STATUS_ICONS } from "@/components/status";
import classes from "@/components/status.module.css";

/** A cassette that does not fit wants somebody to look, as what waits does. */
const BADGES: Record<WorkflowTestResult["status"], Status> = {
  passed: "succeeded",
  failed: "failed",
  unfit: "waiting",
};

export function TestBadge({ status }: { status: WorkflowTestResult["status"] }) {
  const { t } = useTranslation("testing");
  const look = BADGES[status];
  return (
    <span className={classes.badge} data-status={look}>
      <Icon name={STATUS_ICONS[look]} size={13} stroke={2.25} className={classes.sign} />
      {t(`status.${status}`)}
    </span>
  );
}
