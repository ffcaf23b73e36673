/** Submissions of a public form: a row each, with its run; filtered by state or words, and as a file. */

import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import {
  type SubmissionFilter,
  submissionsAddress,
  useSubmissionColumns,
  useSubmissions,
  useTrigger,
} from "@/api/triggers";
import type { Json, SentForm, Status, SubmissionColumn } from "@/api/types";
import { EmptyState } from "@/components/empty-state";
import { Icon } from "@/components/icon";
import { LoadMore } from "@/components/load-more";
import { Page } from "@/components/page";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryState } from "@/components/query-list";
import { RelativeTime } from "@/components/relative-time";
import { RunStatusBadge } from "@/components/run-status-badge";
import { SearchField } from "@/components/search-field";
import { StatusSelect } from "@/components/status-select";
import { Table } from "@/components/table";
import { ValueView } from "@/components/value-view/value-view";
import { storedText } from "@/i18n/stored-text";
import classes from "./submissions.module.css";

const SEARCH_DELAY_MS = 300;

export function SubmissionsPage() {
  const { t } = useTranslation("submissions");
  const { id = "", node = "" } = useParams();
  const [status, setStatus] = useState<Status>();
  const [search, setSearch] = useState("");
  const [words] = useDebouncedValue(search.trim(), SEARCH_DELAY_MS);
  const filter: SubmissionFilter = { ...(status && { status }), ...(words && { search: words }) };
  const isFiltered = Object.keys(filter).length > 0;
  const trigger = useTrigger(id, node);
  const columns = useSubmissionColumns(id, node);
  const query = useSubmissions(id, node, filter);
  const rows = query.data?.pages.flatMap((page) => page.results) ?? [];
  const hasRows = rows.length > 0 && columns.data !== undefined;
  return (
    <Page
      title={trigger ? t("titleOf", { name: trigger.name }) : t("title")}
      text={t("text")}
      actions={
        <>
          <Button component={Link} to={`/workflows/${id}`} variant="default">
            {t("workflow")}
          </Button>
          {hasRows && (
            <Button
              component="a"
              href={submissionsAddress(id, node, filter)}
              download
              variant="default"
              leftSection={<Icon name="file-export" />}
            >
              {t("export")}
            </Button>
          )}
        </>
      }
      toolbar={
        <>
          <SearchField label={t("search")} value={search} onChange={setSearch} />
          <StatusSelect value={status} onChange={setStatus} />
        </>
      }
    >
      <QueryState query={[query, columns]} pending={<PageSkeleton rows={6} />} list="workflows" />
      {query.isSuccess && rows.length === 0 && (
        <EmptyState
          icon={isFiltered ? "filter" : "clipboard-text"}
          title={t(isFiltered ? "noMatch.title" : "empty.title")}
          text={t(isFiltered ? "noMatch.text" : "empty.text")}
        />
      )}
      {hasRows && <SubmissionTable columns={columns.data} rows={rows} />}
      <LoadMore query={query} />
    </Page>
  );
}

type Props = { columns: readonly SubmissionColumn[]; rows: readonly SentForm[] };

function SubmissionTable({ columns, rows }: Props) {
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
