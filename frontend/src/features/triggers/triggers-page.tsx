import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAllTriggers } from "@/api/queries/triggers";
import { EmptyState } from "@/components/empty-state";
import { ErrorState } from "@/components/error-state";
import { LoadMore } from "@/components/load-more";
import { Page } from "@/components/page";
import { PageSkeleton } from "@/components/page-skeleton";
import { Table } from "@/components/table";
import { TriggerRow } from "./trigger-row";
import classes from "./triggers-page.module.css";

const COLUMNS = ["name", "state", "last", "next", "failures"] as const;

/** Triggers of published workflows: state, last and next time. */
export function TriggersPage() {
  const { t } = useTranslation("triggers");
  const query = useAllTriggers();
  const rows = query.data?.pages.flatMap((page) => page.results) ?? [];
  return (
    <Page title={t("title")} text={t("text")}>
      {query.isPending && <PageSkeleton rows={6} />}
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && rows.length === 0 && (
        <EmptyState icon="bolt" title={t("page.empty")} text={t("page.emptyText")}>
          <Button component={Link} to="/workflows">
            {t("page.action")}
          </Button>
        </EmptyState>
      )}
      {rows.length > 0 && (
        <Table className={classes.table}>
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <th key={column} scope="col">
                  {t(`page.column.${column}`)}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map((trigger) => (
              <TriggerRow key={`${trigger.workflow.id} ${trigger.node_key}`} trigger={trigger} />
            ))}
          </tbody>
        </Table>
      )}
      <LoadMore query={query} />
    </Page>
  );
}
