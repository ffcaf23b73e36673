import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useApprovals } from "@/api/runs";
import { ApprovalCard } from "@/components/approvals/approval-card";
import { EmptyState } from "@/components/empty-state";
import { Page } from "@/components/page";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryList } from "@/components/query-list";
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
      <QueryList
        query={query}
        rows={rows}
        pending={<PageSkeleton rows={4} />}
        empty={
          <EmptyState icon="checkbox" title={t(`empty.${status}Title`)} text={t(`empty.${status}Text`)} />
        }
      >
        <div className={classes.list}>
          {rows.map((approval) => (
            <ApprovalCard key={approval.id} approval={approval} withRun />
          ))}
        </div>
      </QueryList>
    </Page>
  );
}
