import { VisuallyHidden } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Status } from "@/api/types";
import { Icon } from "@/components/icon";
import { STATUS_ICONS } from "@/components/status";
import classes from "@/components/status.module.css";

type Props = {
  status: Status;
  /** Specific meaning of the status, where the common label would mislead. */
  label?: string;
  /** Only the sign; the word is its accessible name. */
  compact?: boolean;
};

export function StatusBadge({ status, label: given, compact = false }: Props) {
  const { t } = useTranslation();
  const label = given ?? t(`status.${status}`);
  return (
    <span
      className={classes.badge}
      data-status={status}
      data-compact={compact || undefined}
      title={compact ? label : undefined}
    >
      <Icon name={STATUS_ICONS[status]} size={13} stroke={2.25} className={classes.sign} />
      {compact ? <VisuallyHidden>{label}</VisuallyHidden> : <span>{label}</span>}
    </span>
  );
}
