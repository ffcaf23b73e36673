import { Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { RunSummary } from "@/api/types";
import { Duration } from "@/components/duration";
import { RelativeTime } from "@/components/relative-time";
import { RunBadges } from "@/components/run-badges";
import { RunStatusBadge } from "@/components/run-status-badge";
import { isFinal } from "@/components/status";
import { Table, TableHead } from "@/components/table";
import classes from "@/features/runs/runs.module.css";
import { currentLanguage } from "@/i18n";
import { formatCount } from "@/i18n/format";
import { storedText } from "@/i18n/stored-text";

const COLUMNS = ["status", "workflow", "started", "duration", "tokens", "by"] as const;

type Props = {
  runs: RunSummary[];
  /** Ids of those that are marked; only failed ones can be. */
  selected: ReadonlySet<string>;
  onSelect: (id: string, isSelected: boolean) => void;
};

export function RunTable({ runs, selected, onSelect }: Props) {
  const { t } = useTranslation("runs");
  return (
    <Table className={classes.table}>
      <TableHead columns={COLUMNS} title={(column) => t(`column.${column}`)} withActions />
      <tbody>
        {runs.map((run) => (
          <RunRow
            key={run.id}
            run={run}
            isSelected={selected.has(run.id)}
            onSelect={(isSelected) => onSelect(run.id, isSelected)}
          />
        ))}
      </tbody>
    </Table>
  );
}

type RunRowProps = { run: RunSummary; isSelected: boolean; onSelect: (isSelected: boolean) => void };

function RunRow({ run, isSelected, onSelect }: RunRowProps) {
  const { t } = useTranslation("runs");
  const tokens = run.usage.input_tokens + run.usage.output_tokens;
  return (
    <tr className={classes.row}>
      <td>
        <RunStatusBadge run={run} />
      </td>
      <td className={classes.workflow}>
        <Link to={`/runs/${run.id}`} className={classes.cover}>
          {run.workflow.name}
        </Link>
        <RunBadges run={run} />
        {run.error && <p className={classes.error}>{storedText(run.error)}</p>}
      </td>
      <td className={classes.quiet}>
        <RelativeTime iso={run.started_at ?? run.created_at} />
      </td>
      <td className={classes.number}>
        <Duration ms={run.duration_ms} since={isFinal(run.status) ? null : run.started_at} />
      </td>
      <td className={classes.number} data-none={tokens === 0 || undefined}>
        {tokens > 0 ? formatCount(tokens, currentLanguage()) : "–"}
      </td>
      <td className={classes.quiet}>
        {run.created_by?.username ?? t(`trigger.${run.trigger}`, run.trigger)}
      </td>
      <td>
        {run.status === "failed" && run.kind === "run" && (
          <Checkbox
            className={classes.select ?? ""}
            aria-label={t("many.select", { name: run.workflow.name })}
            checked={isSelected}
            onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
          />
        )}
      </td>
    </tr>
  );
}
