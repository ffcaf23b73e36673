import { useDebouncedValue } from "@mantine/hooks";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import {
  type DataRow,
  type DataTable,
  type RowQuery,
  type TableColumn,
  useTable,
  useTableUses,
} from "@/api/tables";
import { ErrorState } from "@/components/error-state";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryState } from "@/components/query-list";
import { ColumnModal } from "@/features/tables/column-modal";
import { DataGrid } from "@/features/tables/grid/data-grid";
import { useRowWindow } from "@/features/tables/grid/use-row-window";
import { useRowWrites } from "@/features/tables/grid/use-row-writes";
import { ImportModal } from "@/features/tables/import/import-modal";
import { TableActions } from "@/features/tables/table-actions";
import { type Condition, isComplete } from "@/features/tables/table-filter";
import { TableToolbar } from "@/features/tables/table-toolbar";
import classes from "@/features/tables/tables.module.css";

/** One table as a grid. */
export function TablePage() {
  const { id = "" } = useParams();
  const query = useTable(id);
  if (!query.isSuccess) return <QueryState query={query} pending={<PageSkeleton rows={8} />} list="tables" />;
  return <OpenTable key={id} table={query.data} />;
}

const TYPING_MS = 250;

function OpenTable({ table }: { table: DataTable }) {
  const { t } = useTranslation("tables");
  const [search, setSearch] = useState("");
  const [sort, setSort] = useState("");
  const [conditions, setConditions] = useState<Condition[]>([]);
  const [marked, setMarked] = useState<ReadonlyMap<number, DataRow>>(new Map());
  const [column, setColumn] = useState<TableColumn | null | undefined>();
  const [asked] = useDebouncedValue({ search, conditions }, TYPING_MS);
  const query = useMemo<RowQuery>(() => {
    const complete = asked.conditions.filter(isComplete);
    return { search: asked.search, sort, where: complete.length > 0 ? JSON.stringify(complete) : "" };
  }, [asked, sort]);
  /** Rows that were pasted, empty for a file. */
  const [importing, setImporting] = useState<string | null>(null);
  const rows = useRowWindow(table.id, query);
  const writes = useRowWrites(table.id);
  const uses = useTableUses(table.id).data;
  const users = [...(uses?.tools ?? []), ...(uses?.workflows.map(({ name }) => name) ?? [])];
  const about = [
    t("rows", { count: rows.total }),
    table.description,
    users.length > 0 ? t("usedBy", { names: [...new Set(users)].join(", ") }) : "",
  ];
  const mark = (row: DataRow) =>
    setMarked((before) => {
      const after = new Map(before);
      if (!after.delete(row.id)) after.set(row.id, row);
      return after;
    });
  return (
    <div className={classes.page}>
      <title>{`${table.name} · Flowloom`}</title>
      <header className={classes.header}>
        <div>
          <h1 className={classes.title}>{table.name}</h1>
          <p className={classes.about}>{about.filter(Boolean).join(" · ")}</p>
        </div>
        <TableActions table={table} onImport={() => setImporting("")} />
      </header>
      <TableToolbar
        table={table}
        writes={writes}
        search={search}
        onSearch={setSearch}
        conditions={conditions}
        onConditions={setConditions}
        marked={marked}
        onUnmark={() => setMarked(new Map())}
        onAddColumn={() => setColumn(null)}
      />
      {rows.error ? (
        <ErrorState error={rows.error} />
      ) : (
        <DataGrid
          table={table}
          rows={rows}
          writes={writes}
          sort={sort}
          onSort={setSort}
          onColumn={setColumn}
          marked={marked}
          onMark={mark}
          onWide={setImporting}
        />
      )}
      {importing !== null && (
        <ImportModal table={table} pasted={importing} onClose={() => setImporting(null)} />
      )}
      {column !== undefined && (
        <ColumnModal table={table} column={column} onClose={() => setColumn(undefined)} />
      )}
    </div>
  );
}
