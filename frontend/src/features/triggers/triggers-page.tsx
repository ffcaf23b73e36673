import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAllTriggers } from "@/api/triggers";
import { EmptyState } from "@/components/empty-state";
import { Page } from "@/components/page";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryList } from "@/components/query-list";
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
      </QueryList>
    </Page>
  );
}
