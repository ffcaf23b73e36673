import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useApprovals } from "@/api/queries/runs";
import { ApprovalCard } from "@/components/approvals/approval-card";
import { EmptyState } from "@/components/empty-state";
import { ErrorState } from "@/components/error-state";
import { LoadMore } from "@/components/load-more";
import { Page } from "@/components/page";
import { PageSkeleton } from "@/components/page-skeleton";
import classes from "./approvals.module.css";

/** Everything that waits for the person who looks, and what was decided before. */
export function ApprovalsPage() {
  const { t } = useTranslation("approvals");
  const [params, setParams] = useSearchParams();
  const status = params.get("status") === "done" ? "done" : "open";
  const query = useApprovals({ status });
  const rows = query.data?.pages.flatMap((page) => page.results) ?? [];
  return (
    <Page
      title={t("title")}
      text={t("text")}
      toolbar={
        <SegmentedControl
          aria-label={t("status.label")}
          value={status}
          onChange={(next) => setParams(next === "done" ? { status: next } : {}, { replace: true })}
          data={(["open", "done"] as const).map((value) => ({ value, label: t(`status.${value}`) }))}
        />
      }
    >
      {query.isPending && <PageSkeleton rows={4} />}
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      <div className={classes.list}>
        {rows.map((approval) => (
          <ApprovalCard key={approval.id} approval={approval} withRun />
        ))}
      </div>
      {query.isSuccess && rows.length === 0 && (
        <EmptyState icon="checkbox" title={t(`empty.${status}Title`)} text={t(`empty.${status}Text`)} />
      )}
      <LoadMore query={query} />
    </Page>
  );
}
