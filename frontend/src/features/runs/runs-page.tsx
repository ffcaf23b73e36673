import { Button, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { useRuns } from "@/api/runs";
import { EmptyState } from "@/components/empty-state";
import { Page } from "@/components/page";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryList } from "@/components/query-list";
import { StatusSelect } from "@/components/status-select";
import { WorkflowSelect } from "@/components/workflow-select";
import { RetryMany } from "@/features/runs/retry-many";
import { type Filter, RUN_KINDS, readFilter, writeFilter } from "@/features/runs/run-filter";
import { RunTable } from "@/features/runs/run-table";

const ALL = "all";

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
      <QueryList
        query={query}
        rows={runs}
        pending={<PageSkeleton rows={8} />}
        empty={
          isFiltered ? (
            <EmptyState icon="filter" title={t("noMatch.title")} text={t("noMatch.text")}>
              <Button variant="default" onClick={() => setParams({}, { replace: true })}>
                {t("noMatch.clear")}
              </Button>
            </EmptyState>
          ) : (
            <EmptyState icon="history" title={t("empty.title")} text={t("empty.text")}>
              <Button component={Link} to="/workflows">
                {t("empty.action")}
              </Button>
            </EmptyState>
          )
        }
      >
        {runs.some(({ status }) => status === "failed") && (
          <RetryMany
            filter={filter}
            selected={runs.filter(({ id }) => selected.has(id))}
            onDone={() => setSelected(new Set())}
          />
        )}
        <RunTable runs={runs} selected={selected} onSelect={select} />
      </QueryList>
    </Page>
  );
}

type Props = { filter: Filter; onChange: (filter: Filter) => void };

function RunFilters({ filter, onChange }: Props) {
  const { t } = useTranslation("runs");
  return (
    <>
      <SegmentedControl
        aria-label={t("filter.kind")}
        value={filter.kind ?? ALL}
        onChange={(value) => onChange({ ...filter, kind: RUN_KINDS.find((kind) => kind === value) })}
        data={[ALL, ...RUN_KINDS].map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
      />
      <StatusSelect value={filter.status} onChange={(status) => onChange({ ...filter, status })} />
      <WorkflowSelect
        value={filter.workflow ?? null}
        onChange={(workflow) => onChange({ ...filter, workflow: workflow ?? undefined })}
      />
    </>
  );
}
