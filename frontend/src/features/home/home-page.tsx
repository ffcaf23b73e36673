import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useOverview } from "@/api/queries/runs";
import { useWorkflows } from "@/api/queries/workflows";
import { ErrorState } from "@/components/error-state";
import { Icon } from "@/components/icon";
import { lazyComponent } from "@/components/lazy-component";
import { Page } from "@/components/page";
import { PageSkeleton } from "@/components/page-skeleton";
import { SharedWithMe } from "@/components/sharing/shared-with-me";
import { EmergencyAccesses } from "@/features/home/emergency-accesses";
import { Favourites } from "@/features/home/favourites";
import { GettingStarted } from "@/features/home/first-steps";
import classes from "@/features/home/home.module.css";
import { OpenApprovals } from "@/features/home/open-approvals";
import { RecentFailures } from "@/features/home/recent-failures";
import { RecentRuns } from "@/features/home/recent-runs";
import { RecentWorkflows } from "@/features/home/recent-workflows";

/** The charts bring a library of their own, which nothing else needs. */
const RunStatistics = lazyComponent(
  async () => (await import("@/features/home/run-statistics")).RunStatistics,
  () => <PageSkeleton rows={1} rowHeight={220} />,
);

/** Recent events, waiting approvals, and recent work. */
export function HomePage() {
  const { t } = useTranslation("home");
  const overview = useOverview();
  const workflows = useWorkflows();
  const favourites = useWorkflows({ favourite: true }).data?.pages[0]?.results ?? [];
  const recent = workflows.data?.pages[0]?.results ?? [];
  const isFirstVisit = workflows.isSuccess && recent.length === 0;
  const hasRuns = overview.data !== undefined && overview.data.recent.length > 0;
  return (
    <Page
      title={t("title")}
      actions={
        !isFirstVisit && (
          <Button component={Link} to="/workflows?new" leftSection={<Icon name="plus" />}>
            {t("newWorkflow")}
          </Button>
        )
      }
    >
      <EmergencyAccesses />
      <OpenApprovals />
      <SharedWithMe kind="workflow" />
      <Favourites workflows={favourites} />
      {isFirstVisit && <GettingStarted />}
      {(overview.isPending || workflows.isPending) && <PageSkeleton rows={4} rowHeight={64} />}
      {overview.isError && <ErrorState error={overview.error} onRetry={() => void overview.refetch()} />}
      {workflows.isError && <ErrorState error={workflows.error} onRetry={() => void workflows.refetch()} />}
      {hasRuns && <RunStatistics days={overview.data.days} />}
      {recent.length > 0 && <RecentWorkflows workflows={recent} />}
      {hasRuns && (
        <div className={classes.columns}>
          <RecentRuns runs={overview.data.recent} />
          <RecentFailures runs={overview.data.failures} />
        </div>
      )}
    </Page>
  );
}
