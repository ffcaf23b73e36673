import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useApprovals, useOverview } from "@/api/runs";
import { useSession } from "@/api/session";
import type { Overview, RunSummary, WorkflowSummary } from "@/api/types";
import { useWorkflows } from "@/api/workflows";
import { ApprovalCard } from "@/components/approvals/approval-card";
import grid from "@/components/card-grid/card-grid.module.css";
import { Duration } from "@/components/duration";
import { Icon } from "@/components/icon";
import type { IconName } from "@/components/icons";
import { lazyComponent } from "@/components/lazy-component";
import { Page } from "@/components/page";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryState } from "@/components/query-list";
import { RelativeTime } from "@/components/relative-time";
import { RunStatusBadge } from "@/components/run-status-badge";
import { SharedWithMe } from "@/components/sharing/shared-with-me";
import { isFinal } from "@/components/status";
import { WorkflowCard } from "@/components/workflow-card/workflow-card";
import classes from "@/features/home/home.module.css";
import { HomeSection } from "@/features/home/home-section";
import { HomeWish, NEWCOMER_BELOW, Starters } from "@/features/home/home-wish";
import { currentLanguage } from "@/i18n";
import { formatMoment } from "@/i18n/format";
import { storedText } from "@/i18n/stored-text";

const STEPS: { name: string; to: string; icon: IconName }[] = [
  { name: "provider", to: "/settings/providers", icon: "sparkles" },
  { name: "agent", to: "/agents", icon: "robot" },
];

const SHOWN = 12;

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
  const isNewcomer = !isFirstVisit && workflows.isSuccess && recent.length < NEWCOMER_BELOW;
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
      <HomeWish withStarters={isFirstVisit} />
      <EmergencyAccesses />
      <OpenApprovals />
      <SharedWithMe kind="member" />
      <Favourites workflows={favourites} />
      {isFirstVisit && <GettingStarted />}
      <QueryState query={[overview, workflows]} pending={<PageSkeleton rows={4} rowHeight={64} />} />
      {hasRuns && hasEnded(overview.data) && <RunStatistics days={overview.data.days} />}
      {recent.length > 0 && <RecentWorkflows workflows={recent} />}
      {isNewcomer && (
        <HomeSection title={t("wish.starters")} all="/workflows?new">
          <Starters />
        </HomeSection>
      )}
      {hasRuns && (
        <div className={classes.columns}>
          <RecentRuns runs={overview.data.recent} />
          <RecentFailures runs={overview.data.failures} />
        </div>
      )}
    </Page>
  );
}

const hasEnded = ({ days }: Overview) =>
  days.some(({ succeeded, failed, cost }) => succeeded + failed + cost > 0);

/** Tells a person that an administrator reads, or lately read, what they keep, and why. */
function EmergencyAccesses() {
  const { t } = useTranslation("home");
  const accesses = useSession().data?.emergency_accesses ?? [];
  if (accesses.length === 0) return null;
  return (
    <section aria-label={t("emergency.title")} className={classes.emergency}>
      {accesses.map(({ id, by, reason, begun_at, ends_at }) => (
        <p key={id} role="note">
          {t("emergency.text", {
            by,
            reason,
            from: formatMoment(begun_at, currentLanguage()),
            until: formatMoment(ends_at, currentLanguage()),
          })}
        </p>
      ))}
    </section>
  );
}

/** The workflows that one wants at hand; nothing while there are none. */
function Favourites({ workflows }: { workflows: readonly WorkflowSummary[] }) {
  const { t } = useTranslation("home");
  if (workflows.length === 0) return null;
  return (
    <HomeSection title={t("favourites")} all="/workflows?favourites">
      <ul className={classes.favourites}>
        {workflows.slice(0, SHOWN).map(({ id, name }) => (
          <li key={id}>
            <Link to={`/workflows/${id}`} className={classes.favourite}>
              <Icon name="star-filled" size={14} className={classes.star} />
              <span className="fl-clip">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </HomeSection>
  );
}

/** First connections to the world outside. */
function GettingStarted() {
  const { t } = useTranslation("home");
  return (
    <section aria-label={t("first.title")}>
      <h2 className={classes.welcome}>{t("first.title")}</h2>
      <p className={classes.quiet}>{t("first.text")}</p>
      <ol className={classes.steps}>
        {STEPS.map(({ name, to, icon }) => (
          <li key={name} className={classes.step}>
            <span className={classes.sign}>
              <Icon name={icon} size={22} />
            </span>
            <Link to={to} className={classes.cover}>
              {t(`first.${name}.title`)}
            </Link>
            <p className={classes.stepText}>{t(`first.${name}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Recent failed runs, each with its error and a link to the failed node. */
function RecentFailures({ runs }: { runs: Overview["failures"] }) {
  const { t } = useTranslation("home");
  return (
    <HomeSection title={t("failures")} all="/runs?status=failed">
      {runs.length === 0 && (
        <p className={classes.none}>
          <Icon name="circle-check" size={16} />
          {t("noFailures")}
        </p>
      )}
      {runs.length > 0 && (
        <ul className={classes.list}>
          {runs.map((run) => (
            <li key={run.id} className={classes.row}>
              <div className={classes.failure}>
                <Link to={addressOf(run)} className={classes.cover}>
                  {[run.workflow.name, run.node_name].filter(Boolean).join(" › ")}
                </Link>
                {run.error && <p className={classes.reason}>{storedText(run.error)}</p>}
              </div>
              <span className={classes.quiet}>
                <RelativeTime iso={run.finished_at ?? run.created_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </HomeSection>
  );
}

function addressOf({ id, error }: Overview["failures"][number]): string {
  return `/runs/${id}${error?.node_key ? `?node=${encodeURIComponent(error.node_key)}` : ""}`;
}

function RecentRuns({ runs }: { runs: readonly RunSummary[] }) {
  const { t } = useTranslation("home");
  return (
    <HomeSection title={t("runs")} all="/runs">
      <ul className={classes.list}>
        {runs.map((run) => (
          <li key={run.id} className={classes.row}>
            <RunStatusBadge run={run} />
            <Link to={`/runs/${run.id}`} className={classes.cover}>
              {run.workflow.name}
            </Link>
            <span className={classes.quiet}>
              <Duration ms={run.duration_ms} since={isFinal(run.status) ? null : run.started_at} />
            </span>
            <span className={classes.quiet}>
              <RelativeTime iso={run.started_at ?? run.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </HomeSection>
  );
}

const APPROVALS_SHOWN = 3;

/** Open approvals of the user, answerable in place. */
function OpenApprovals() {
  const { t } = useTranslation("home");
  const open = useApprovals({ status: "open" }).data?.pages[0]?.results ?? [];
  if (open.length === 0) return null;
  return (
    <HomeSection title={t("approvals")} all="/approvals">
      <div className={classes.approvals}>
        {open.slice(0, APPROVALS_SHOWN).map((approval) => (
          <ApprovalCard key={approval.id} approval={approval} withRun />
        ))}
      </div>
    </HomeSection>
  );
}

const WORKFLOWS_SHOWN = 6;

function RecentWorkflows({ workflows }: { workflows: readonly WorkflowSummary[] }) {
  const { t } = useTranslation("home");
  return (
    <HomeSection title={t("workflows")} all="/workflows">
      <ul className={grid.grid}>
        {workflows.slice(0, WORKFLOWS_SHOWN).map((workflow) => (
          <li key={workflow.id}>
            <WorkflowCard workflow={workflow} />
          </li>
        ))}
      </ul>
    </HomeSection>
  );
}
