import { Group, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ANY_TIME, PERIODS, type Period } from "@/components/list-filter/period";
import { currentLanguage } from "@/i18n";
import { formatDate } from "@/i18n/format";

const RANGE = "range";

type Props = { label: string; value: Period; onChange: (period: Period) => void };

/** The last days, or a first and a last day. */
export function PeriodFields({ label, value, onChange }: Props) {
  const { t } = useTranslation();
  const { period, from = "", to = "" } = value;
  const [isRange, setRange] = useState(from !== "" || to !== "");
  const choose = (next: string | null) => {
    setRange(next === RANGE);
    onChange({ ...ANY_TIME, period: PERIODS.find((known) => known === next) });
  };
  return (
    <>
      <Select
        label={label}
        placeholder={t("listFilter.anyTime")}
        clearable
        comboboxProps={{ withinPortal: false }}
        value={period ?? (isRange ? RANGE : null)}
        onChange={choose}
        data={[...PERIODS, RANGE].map((one) => ({ value: one, label: t(`listFilter.period.${one}`) }))}
      />
      {isRange && !period && (
        <Group grow gap="xs">
          <TextInput
            type="date"
            label={t("listFilter.from")}
            value={from}
            {...(to && { max: to })}
            onChange={({ currentTarget }) =>
              onChange({ ...value, period: undefined, from: currentTarget.value || undefined })
            }
          />
          <TextInput
            type="date"
            label={t("listFilter.to")}
            value={to}
            {...(from && { min: from })}
            onChange={({ currentTarget }) =>
              onChange({ ...value, period: undefined, to: currentTarget.value || undefined })
            }
          />
        </Group>
      )}
    </>
  );
}

/** `Last 7 days`, `Nov 5, 2026 – Nov 9, 2026`; undefined for any time. */
export function usePeriodName({ period, from, to }: Period): string | undefined {
  const { t } = useTranslation();
  const day = (text: string) => formatDate(`${text}T00:00`, currentLanguage());
  if (period) return t(`listFilter.period.${period}`);
  if (from && to) return from === to ? day(from) : `${day(from)} – ${day(to)}`;
  if (from) return t("listFilter.since", { day: day(from) });
  return to ? t("listFilter.until", { day: day(to) }) : undefined;
}
