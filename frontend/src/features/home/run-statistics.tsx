import "@mantine/charts/styles.layer.css";
import { AreaChart, BarChart } from "@mantine/charts";
import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { OverviewDay } from "@/api/types";
import classes from "@/features/home/home.module.css";
import { HomeSection } from "@/features/home/home-section";
import { statisticsOf } from "@/features/home/statistics";
import { currentLanguage } from "@/i18n";
import { formatCount, formatDay, formatPercent } from "@/i18n/format";

const SPANS = [7, 30] as const;
const CHART = {
  h: 140,
  dataKey: "day",
  gridAxis: "x",
  tickLine: "none",
  withYAxis: false,
  // All lines of the grid: those whose hidden labels would touch are left out otherwise.
  yAxisProps: { interval: 0 },
  xAxisProps: { interval: "preserveStartEnd", minTickGap: 24 },
} as const;

/** Outcomes and costs of the last days' runs. */
export function RunStatistics({ days }: { days: readonly OverviewDay[] }) {
  const { t } = useTranslation("home");
  const common = useTranslation().t;
  const language = currentLanguage();
  const [span, setSpan] = useState<number>(SPANS[0]);
  const shown = days.slice(-span);
  const { succeeded, failed, successRate, cost } = statisticsOf(shown);
  const data = shown.map(({ date, ...counts }) => ({ ...counts, day: formatDay(date, language) }));
  const money = (value: number) => formatCount(value, language, value < 1 ? 4 : 2);
  return (
    <HomeSection
      title={t("statistics.title")}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t("statistics.span")}
          value={String(span)}
          onChange={(value) => setSpan(Number(value))}
          data={SPANS.map((value) => ({
            value: String(value),
            label: t("statistics.days", { count: value }),
          }))}
        />
      }
    >
      <div className={classes.charts}>
        <figure className={classes.chart}>
          <figcaption>
            <span className={classes.quiet}>{t("statistics.successRate")}</span>
            <strong className={classes.figure}>
              {successRate === null ? "–" : formatPercent(successRate, language)}
            </strong>
            <span className={classes.quiet}>{t("statistics.ended", { succeeded, failed })}</span>
          </figcaption>
          <BarChart
            {...CHART}
            data={data}
            type="stacked"
            series={[
              { name: "succeeded", label: common("status.succeeded"), color: "var(--fl-succeeded)" },
              { name: "failed", label: common("status.failed"), color: "var(--fl-failed)" },
            ]}
          />
        </figure>
        {cost > 0 && (
          <figure className={classes.chart}>
            <figcaption>
              <span className={classes.quiet}>{t("statistics.cost")}</span>
              <strong className={classes.figure}>{money(cost)}</strong>
              <span className={classes.quiet}>{t("statistics.currency")}</span>
            </figcaption>
            <AreaChart
              {...CHART}
              data={data}
              curveType="monotone"
              withDots={false}
              valueFormatter={money}
              series={[{ name: "cost", label: t("statistics.cost"), color: "var(--fl-cat-ai)" }]}
            />
          </figure>
        )}
      </div>
    </HomeSection>
  );
}
