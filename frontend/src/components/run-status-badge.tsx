import { useTranslation } from "react-i18next";
import type { RunSummary } from "@/api/types";
import { StatusBadge } from "@/components/status-badge";

type Props = { run: Pick<RunSummary, "status" | "nothing_ran">; compact?: boolean };

/** Status of a run. One that succeeded without work is named so, in grey. */
export function RunStatusBadge({ run: { status, nothing_ran }, compact = false }: Props) {
  const { t } = useTranslation();
  return status === "succeeded" && nothing_ran ? (
    <StatusBadge status="skipped" label={t("nothingRan")} compact={compact} />
  ) : (
    <StatusBadge status={status} compact={compact} />
  );
}
