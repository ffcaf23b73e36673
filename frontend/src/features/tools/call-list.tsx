import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useInvocations } from "@/api/queries/tools";
import { EmptyState } from "@/components/empty-state";
import { ErrorState } from "@/components/error-state";
import { LoadMore } from "@/components/load-more";
import { PageSkeleton } from "@/components/page-skeleton";
import rows from "@/components/rows.module.css";
import { CallRow } from "@/features/tools/call-row";

const RESULTS = ["all", "success", "failure"] as const;
type Shown = (typeof RESULTS)[number];

/** Audited tool calls: user, tool, time and outcome. */
export function CallList() {
  const { t } = useTranslation("tools");
  const [result, setResult] = useState<Shown>("all");
  const query = useInvocations(result === "all" ? {} : { result });
  const calls = query.data?.pages.flatMap((page) => page.results) ?? [];
  return (
    <>
      <SegmentedControl
        mb="md"
        aria-label={t("calls.filter")}
        value={result}
        onChange={setResult}
        data={RESULTS.map((value) => ({ value, label: t(`calls.${value}`) }))}
      />
      {query.isPending && <PageSkeleton rows={6} />}
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && calls.length === 0 && (
        <EmptyState icon="history" title={t("calls.emptyTitle")} text={t("calls.emptyText")} />
      )}
      {calls.length > 0 && (
        <ul className={rows.list}>
          {calls.map((call) => (
            <CallRow key={call.id} call={call} />
          ))}
        </ul>
      )}
      <LoadMore query={query} />
    </>
  );
}
