import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Status } from "@/api/types";

export const RUN_STATUSES: Status[] = ["queued", "running", "waiting", "succeeded", "failed", "cancelled"];

type Props = { value: Status | undefined; size?: "xs"; onChange: (status: Status | undefined) => void };

/** Only the runs in one state, or all of them. */
export function StatusSelect({ value, size, onChange }: Props) {
  const { t } = useTranslation("runs");
  const common = useTranslation().t;
  return (
    <Select
      aria-label={t("filter.status")}
      placeholder={t("filter.anyStatus")}
      clearable
      w={160}
      {...(size && { size })}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
      data={RUN_STATUSES.map((status) => ({ value: status, label: common(`status.${status}`) }))}
    />
  );
}
