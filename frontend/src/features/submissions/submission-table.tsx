import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Json, SentForm, SubmissionColumn } from "@/api/types";
import { RelativeTime } from "@/components/relative-time";
import { RunStatusBadge } from "@/components/run-status-badge";
import { Table } from "@/components/table";
import { ValueView } from "@/components/value-view/value-view";
import { storedText } from "@/i18n/stored-text";
import classes from "./submissions.module.css";

type Props = { columns: readonly SubmissionColumn[]; rows: readonly SentForm[] };

export function SubmissionTable({ columns, rows }: Props) {
  const { t } = useTranslation("submissions");
  const hasPeople = rows.some(({ person }) => person !== "");
  return (
    <Table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t("column.time")}</th>
          <th scope="col">{t("column.run")}</th>
          {hasPeople && <th scope="col">{t("column.person")}</th>}
          {columns.map(({ name, title }) => (
            <th key={name} scope="col">
              {title || name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className={classes.time}>
              <RelativeTime iso={row.arrived_at} />
            </td>
            <td>
              <State row={row} />
            </td>
            {hasPeople && <td>{row.person}</td>}
            {columns.map(({ name }) => (
              <td key={name}>
                <Cell value={row.values[name] ?? null} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function State({ row }: { row: SentForm }) {
  const { t } = useTranslation("submissions");
  if (row.runs.length === 0)
    return (
      <span className={classes.error}>{row.error ? storedText(row.error) : t(`state.${row.status}`)}</span>
    );
  return row.runs.map((run) => (
    <Link key={run.id} to={`/runs/${run.id}`} title={t("openRun")}>
      <RunStatusBadge run={run} />
    </Link>
  ));
}

function Cell({ value }: { value: Json }) {
  const { t } = useTranslation("submissions");
  if (value === null || value === "") return "–";
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (typeof value === "object") return <ValueView value={value} openLevels={0} />;
  return <span className={classes.words}>{String(value)}</span>;
}
