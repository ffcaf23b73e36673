import { useTranslation } from "react-i18next";
import type { Status } from "@/api/types";
import classes from "@/components/status.module.css";

export function StatusDot({ status }: { status: Status }) {
  const { t } = useTranslation();
  return <span className={classes.dot} data-status={status} role="img" aria-label={t(`status.${status}`)} />;
}
