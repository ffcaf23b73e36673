import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { type DataTable, useTables } from "@/api/tables";
import { EmptyState } from "@/components/empty-state";
import { Icon } from "@/components/icon";
import { Page } from "@/components/page";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryList } from "@/components/query-list";
import { RelativeTime } from "@/components/relative-time";
import rows from "@/components/rows.module.css";
import { SharedWithMe } from "@/components/sharing/shared-with-me";
import { ImportModal } from "@/features/tables/import/import-modal";
import { TableModal } from "@/features/tables/table-modal";
import classes from "@/features/tables/tables.module.css";

/** All tables that one may use. */
export function TablesPage() {
  const { t } = useTranslation("tables");
  const [creating, { open, close }] = useDisclosure(false);
  const [fromFile, { open: openFile, close: closeFile }] = useDisclosure(false);
  const navigate = useNavigate();
  const query = useTables();
  const add = (
    <>
      <Button variant="default" leftSection={<Icon name="file-import" />} onClick={openFile}>
        {t("fromFile")}
      </Button>
      <Button leftSection={<Icon name="plus" />} onClick={open}>
        {t("new")}
      </Button>
    </>
  );
  return (
    <Page title={t("title")} text={t("about")} actions={query.data?.length !== 0 && add}>
      <QueryList
        query={query}
        rows={query.data}
        pending={<PageSkeleton rows={4} />}
        empty={
          <EmptyState icon="table-column" title={t("emptyTitle")} text={t("emptyText")}>
            {add}
          </EmptyState>
        }
      >
        <ul className={rows.list}>
          {query.data?.map((table) => (
            <TableRow key={table.id} table={table} />
          ))}
        </ul>
      </QueryList>
      <SharedWithMe kind="table" />
      {creating && (
        <TableModal table={null} onClose={close} onSaved={({ id }) => navigate(`/tables/${id}`)} />
      )}
      {fromFile && <ImportModal table={null} onClose={closeFile} onNew={(id) => navigate(`/tables/${id}`)} />}
    </Page>
  );
}

function TableRow({ table }: { table: DataTable }) {
  const { t } = useTranslation("tables");
  return (
    <li className={rows.row}>
      <span className={rows.icon}>
        <Icon name="table-column" size={18} />
      </span>
      <div className={rows.rowText}>
        <Link to={`/tables/${table.id}`} className={classes.name}>
          {table.name}
        </Link>
        <p className={rows.about}>{table.description || table.columns.map(({ name }) => name).join(", ")}</p>
      </div>
      <span className={classes.facts}>
        <span>{t("rows", { count: table.row_count })}</span>
        {table.shared && <span>{t("sharedBy", { name: table.owner.username })}</span>}
        <RelativeTime iso={table.updated_at} />
      </span>
    </li>
  );
}
