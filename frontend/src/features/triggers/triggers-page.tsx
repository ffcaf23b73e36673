import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAllTriggers } from "@/api/triggers";
import type { Trigger } from "@/api/types";
import { EmptyState } from "@/components/empty-state";
import { Icon } from "@/components/icon";
import { Page } from "@/components/page";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryList } from "@/components/query-list";
import { RelativeTime } from "@/components/relative-time";
import { Table, TableHead } from "@/components/table";
import { KnownTo } from "@/components/triggers/known-to";
import { PauseControls } from "@/components/triggers/pause-controls";
import { StateBadge } from "@/components/triggers/state-badge";
import { triggerState } from "@/components/triggers/trigger-state";
import { useNodeTypeIndex } from "@/hooks/use-node-type-index";
import { currentLanguage } from "@/i18n";
import { formatDuration, formatMoment } from "@/i18n/format";
import { storedText } from "@/i18n/stored-text";
import { serviceIcon } from "@/lib/service-logos";
import classes from "./triggers-page.module.css";

const COLUMNS = ["name", "state", "last", "next", "failures"] as const;

/** Triggers of published workflows: state, last and next time. */
export function TriggersPage() {
  const { t } = useTranslation("triggers");
  const query = useAllTriggers();
  const rows = query.data?.pages.flatMap((page) => page.results) ?? [];
  return (
    <Page title={t("title")} text={t("text")}>
      <QueryList
        query={query}
        rows={rows}
        pending={<PageSkeleton rows={6} />}
        empty={
          <EmptyState icon="bolt" title={t("page.empty")} text={t("page.emptyText")}>
            <Button component={Link} to="/workflows">
              {t("page.action")}
            </Button>
          </EmptyState>
        }
      >
        <Table className={classes.table}>
          <TableHead columns={COLUMNS} title={(column) => t(`page.column.${column}`)} withActions />
          <tbody>
            {rows.map((trigger) => (
              <TriggerRow key={`${trigger.workflow.id} ${trigger.node_key}`} trigger={trigger} />
            ))}
          </tbody>
        </Table>
      </QueryList>
    </Page>
  );
}

/** Timed triggers; all others wait for somebody or something. */
const TIMED: ReadonlySet<string> = new Set(["schedule", "poll"]);

/** Shorter delays are not shown. */
const NOTICEABLE_MS = 1000;

/** From when it was due, or arrived, until a worker began; null while none has. */
function lagMs(last: Trigger["last_delivery"]): number | null {
  const began = last?.runs[0]?.started_at;
  return last && began ? Math.max(0, Date.parse(began) - Date.parse(last.arrived_at)) : null;
}

function TriggerRow({ trigger }: { trigger: Trigger }) {
  const { t } = useTranslation("triggers");
  const types = useNodeTypeIndex();
  const { workflow, name, type, services, last_delivery: last, next_times: times, failures } = trigger;
  const [next] = times;
  const lag = lagMs(last);
  const isOnCall = !TIMED.has(type);
  return (
    <tr>
      <td>
        <Link
          to={`/workflows/${workflow.id}?node=${encodeURIComponent(trigger.node_key)}`}
          className={classes.name}
        >
          <Icon name={serviceIcon(services[0], types[type]?.icon ?? "bolt")} size={15} />
          {name}
        </Link>
        <p className={classes.quiet}>{workflow.name}</p>
        {type === "form_trigger" && (
          <p className={classes.quiet}>
            <a href={trigger.address} target="_blank" rel="noopener">
              {t("form.open")}
            </a>{" "}
            ·{" "}
            <Link to={`/workflows/${workflow.id}/forms/${encodeURIComponent(trigger.node_key)}`}>
              {t("form.submissions")}
            </Link>
          </p>
        )}
        <KnownTo trigger={trigger} withButton />
        {trigger.problem && <p className={classes.error}>{trigger.problem}</p>}
        {last?.error && <p className={classes.error}>{storedText(last.error)}</p>}
      </td>
      <td>
        <StateBadge state={triggerState({}, trigger, 0)} />
        {trigger.ended && <p className={classes.quiet}>{trigger.ended}</p>}
        {trigger.pause_reason && <p className={classes.quiet}>{trigger.pause_reason}</p>}
      </td>
      <td>
        {last ? <RelativeTime iso={last.arrived_at} /> : t("page.never")}
        {lag !== null && lag >= NOTICEABLE_MS && (
          <p className={classes.quiet}>{t("page.lag", { time: formatDuration(lag) })}</p>
        )}
      </td>
      <td>{next ? formatMoment(next, currentLanguage()) : isOnCall ? t("page.onCall") : t("page.never")}</td>
      <td className={classes.number}>{failures}</td>
      <td>
        <PauseControls trigger={trigger} />
      </td>
    </tr>
  );
}
