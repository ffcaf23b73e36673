import { Button, Group, Text } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { MOST_SEARCHED_CALLS } from "@/api/rules.gen";
import { EmptyState } from "@/components/empty-state";
import { Icon } from "@/components/icon";
import { type Chip, ListFilter } from "@/components/list-filter/list-filter";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryList } from "@/components/query-list";
import list from "@/components/rows.module.css";
import { SearchField } from "@/components/search-field";
import { useTypedParam } from "@/components/use-typed-param";
import classes from "./audit.module.css";

type Props = {
  log: "calls" | "rights";
  query: ComponentProps<typeof QueryList>["query"];
  rows: readonly unknown[];
  chips: readonly Chip[];
  /** Text that is searched for. */
  search: string | undefined;
  /** Address of the rows as a file. */
  file: string;
  onClear: () => void;
  /** The entry of the address, where the list does not show it. */
  linked: ReactNode;
  /** Fields of the filter. */
  fields: ReactNode;
  /** The rows. */
  children: ReactNode;
};

/** A log with its search, filter and export. */
export function LogFrame({
  log,
  query,
  rows,
  chips,
  search,
  file,
  onClear,
  linked,
  fields,
  children,
}: Props) {
  const { t } = useTranslation("administration-audit");
  const [text, setText] = useTypedParam("search");
  const names = [...chips.map(({ label }) => label), ...(search ? [t("is.search", { text: search })] : [])];
  return (
    <>
      <Group gap="xs" mb="md">
        <SearchField value={text} onChange={setText} label={t(`search.${log}`)} />
        <ListFilter chips={chips} onClear={onClear}>
          {fields}
        </ListFilter>
        {rows.length > 0 && (
          <Button
            component="a"
            href={file}
            download
            variant="default"
            leftSection={<Icon name="file-export" />}
          >
            {t("export")}
          </Button>
        )}
      </Group>
      {search && (
        <Text size="xs" c="dimmed" mb="sm">
          {t("searched", { most: MOST_SEARCHED_CALLS })}
        </Text>
      )}
      {linked}
      <QueryList
        query={query}
        rows={rows}
        pending={<PageSkeleton rows={8} />}
        empty={
          names.length > 0 ? (
            <EmptyState icon="filter" title={t("noMatch.title")} text={names.join(" · ")}>
              <Button variant="default" onClick={onClear}>
                {t("noMatch.clear")}
              </Button>
            </EmptyState>
          ) : (
            <EmptyState icon="history" title={t(`empty.${log}.title`)} text={t(`empty.${log}.text`)} />
          )
        }
      >
        <ul className={list.list}>{children}</ul>
      </QueryList>
    </>
  );
}

type LinkedProps = { query: ComponentProps<typeof QueryList>["query"]; children: ReactNode[] | undefined };

/** One entry above the list, opened by its address. */
export function LinkedEntry({ query, children }: LinkedProps) {
  const { t } = useTranslation("administration-audit");
  return (
    <section aria-label={t("linked.title")}>
      <Text size="xs" c="dimmed" mb={4}>
        {t(children?.length === 0 ? "linked.missing" : "linked.title")}
      </Text>
      <QueryList query={query} rows={children} pending={<PageSkeleton rows={1} />}>
        <ul className={`${list.list} ${classes.linked}`}>{children}</ul>
      </QueryList>
    </section>
  );
}
