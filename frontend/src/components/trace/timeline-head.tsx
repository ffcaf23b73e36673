import { useTranslation } from "react-i18next";
import { formatDuration } from "@/i18n/format";
import { ticksOf } from "@/runs/axis";
import classes from "./trace.module.css";

/** The names of the columns, and the times of the axis. */
export function TimelineHead({ scale }: { scale: number }) {
  const { t } = useTranslation("dock");
  return (
    <thead>
      <tr className={classes.head}>
        <th scope="col">{t("column.step")}</th>
        <th scope="col" className={classes.axis} aria-label={t("column.when")}>
          {ticksOf(scale).map((at) => (
            <span key={at} className={classes.tick} style={{ left: `${(at / scale) * 100}%` }}>
              {at === 0 ? "0" : formatDuration(at)}
            </span>
          ))}
        </th>
        <th scope="col">{t("column.time")}</th>
        <th scope="col">{t("column.tokens")}</th>
        <th scope="col" data-cost>
          {t("column.cost")}
        </th>
      </tr>
    </thead>
  );
}
