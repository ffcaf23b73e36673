/** Submissions of a public form: a row each, with its run; filtered by state or words, and as a file. */

import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import type { SubmissionFilter } from "@/api/triggers";
import { submissionsAddress, useSubmissionColumns, useSubmissions, useTrigger } from "@/api/triggers";
import type { Status } from "@/api/types";
import { EmptyState } from "@/components/empty-state";
import { Icon } from "@/components/icon";
import { LoadMore } from "@/components/load-more";
import { Page } from "@/components/page";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryState } from "@/components/query-list";
import { SearchField } from "@/components/search-field";
import { StatusSelect } from "@/components/status-select";
import { SubmissionTable } from "./submission-table";

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
