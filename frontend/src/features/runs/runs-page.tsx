import { Button, SegmentedControl, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { MOST_SEARCHED_RUNS } from "@/api/rules.gen";
import { useRuns } from "@/api/runs";
import { EmptyState } from "@/components/empty-state";
import { writeFilter } from "@/components/list-filter/period";
import { Page } from "@/components/page";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryList } from "@/components/query-list";
import { SearchField } from "@/components/search-field";
import { useTypedParam } from "@/components/use-typed-param";
import { RetryMany } from "@/features/runs/retry-many";
import { type Filter, RUN_KINDS, readFilter, runQuery } from "@/features/runs/run-filter";
import { RunFilterFields, useRunChips } from "@/features/runs/run-filter-fields";
import { RunTable } from "@/features/runs/run-table";

const ALL = "all";

export function RunsPage() {
  const { t } = useTranslation("runs");
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  const [value, setValue] = useTypedParam("value");
  const query = useRuns(runQuery(filter));
  const runs = query.data?.pages.flatMap((page) => page.results) ?? [];
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const select = (id: string, isSelected: boolean) =>
    setSelected((before) => {
      const next = new Set(before);
      if (isSelected) next.add(id);
      else next.delete(id);
      return next;
    });
  const set = (next: Partial<Filter>) => setParams(writeFilter({ ...filter, ...next }));
  const clear = () => setParams({});
  const chips = useRunChips(filter, runs, set);
  const names = [
    ...(filter.kind ? [t(`kind.${filter.kind}`)] : []),
    ...chips.map(({ label }) => label),
    ...(filter.value ? [t("filter.is.value", { value: filter.value })] : []),
  ];
  return (
    <Page
      title={t("title")}
      toolbar={
        <>
          <SearchField value={value} onChange={setValue} label={t("filter.value")} />
          <SegmentedControl
            aria-label={t("filter.kind")}
            value={filter.kind ?? ALL}
            onChange={(next) => set({ kind: RUN_KINDS.find((kind) => kind === next) })}
            data={[ALL, ...RUN_KINDS].map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
          />
          <RunFilterFields filter={filter} chips={chips} runs={runs} onChange={set} onClear={clear} />
        </>
      }
    >
      {filter.value && (
        <Text size="xs" c="dimmed" mb="sm">
          {t("filter.searched", { most: MOST_SEARCHED_RUNS })}
        </Text>
      )}
      <QueryList
        query={query}
        rows={runs}
        pending={<PageSkeleton rows={8} />}
        empty={
          names.length > 0 ? (
            <EmptyState icon="filter" title={t("noMatch.title")} text={names.join(" · ")}>
              <Button variant="default" onClick={clear}>
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
