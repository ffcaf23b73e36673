import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { useRuns } from "@/api/queries/runs";
import { EmptyState } from "@/components/empty-state";
import { ErrorState } from "@/components/error-state";
import { LoadMore } from "@/components/load-more";
import { Page } from "@/components/page";
import { PageSkeleton } from "@/components/page-skeleton";
import { RetryMany } from "@/features/runs/retry-many";
import { readFilter, writeFilter } from "@/features/runs/run-filter";
import { RunFilters } from "@/features/runs/run-filters";
import { RunTable } from "@/features/runs/run-table";

export function RunsPage() {
  const { t } = useTranslation("runs");
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  const query = useRuns(filter);
  const runs = query.data?.pages.flatMap((page) => page.results) ?? [];
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const select = (id: string, isSelected: boolean) =>
    setSelected((before) => {
      const next = new Set(before);
      if (isSelected) next.add(id);
      else next.delete(id);
      return next;
    });
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Page
      title={t("title")}
      toolbar={
        <RunFilters filter={filter} onChange={(next) => setParams(writeFilter(next), { replace: true })} />
      }
    >
      {query.isPending && <PageSkeleton rows={8} />}
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {runs.some(({ status }) => status === "failed") && (
        <RetryMany
          filter={filter}
          selected={runs.filter(({ id }) => selected.has(id))}
          onDone={() => setSelected(new Set())}
        />
      )}
      {query.isSuccess && runs.length > 0 && <RunTable runs={runs} selected={selected} onSelect={select} />}
      {query.isSuccess && runs.length === 0 && isFiltered && (
        <EmptyState icon="filter" title={t("noMatch.title")} text={t("noMatch.text")}>
          <Button variant="default" onClick={() => setParams({}, { replace: true })}>
            {t("noMatch.clear")}
          </Button>
        </EmptyState>
      )}
      {query.isSuccess && runs.length === 0 && !isFiltered && (
        <EmptyState icon="history" title={t("empty.title")} text={t("empty.text")}>
          <Button component={Link} to="/workflows">
            {t("empty.action")}
          </Button>
        </EmptyState>
      )}
      <LoadMore query={query} />
    </Page>
  );
}
