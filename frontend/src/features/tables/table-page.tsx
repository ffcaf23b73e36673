import { Button } from "@mantine/core";
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
import { ConfirmButton } from "@/components/confirm-button";
import { ErrorState } from "@/components/error-state";
import { Icon } from "@/components/icon";
import { IconButton } from "@/components/icon-button";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryState } from "@/components/query-list";
import { SearchField } from "@/components/search-field";
import { ColumnModal } from "@/features/tables/column-modal";
import { DataGrid } from "@/features/tables/grid/data-grid";
import { useRowWindow } from "@/features/tables/grid/use-row-window";
import { useRowWrites } from "@/features/tables/grid/use-row-writes";
import { ImportModal } from "@/features/tables/import/import-modal";
import { TableActions } from "@/features/tables/table-actions";
import { type Condition, isComplete, TableFilter } from "@/features/tables/table-filter";
import classes from "@/features/tables/tables.module.css";
import type { RowWrites } from "./grid/use-row-writes";

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

type Props = {
  table: DataTable;
  writes: RowWrites;
  search: string;
  onSearch: (search: string) => void;
  conditions: Condition[];
  onConditions: (conditions: Condition[]) => void;
  marked: ReadonlyMap<number, DataRow>;
  onUnmark: () => void;
  onAddColumn: () => void;
};

/** Actions on rows: find, filter, add, delete, undo. */
function TableToolbar(props: Props) {
  const { table, writes, marked, onUnmark } = props;
  const { t } = useTranslation("tables");
  const remove = async () => {
    if (await writes.remove([...marked.values()])) onUnmark();
  };
  return (
    <div className={classes.tools}>
      <SearchField label={t("search")} width={200} value={props.search} onChange={props.onSearch} />
      <TableFilter columns={table.columns} conditions={props.conditions} onChange={props.onConditions} />
      <Button
        variant="default"
        leftSection={<Icon name="plus" />}
        loading={writes.isBusy}
        onClick={() => void writes.write({ changes: [], before: [], added: [{}] })}
      >
        {t("addRow")}
      </Button>
      {table.may_change && (
        <Button variant="default" leftSection={<Icon name="plus" />} onClick={props.onAddColumn}>
          {t("addColumn")}
        </Button>
      )}
      <IconButton
        icon="arrow-back-up"
        variant="default"
        size="lg"
        label={t("undo")}
        disabled={!writes.canUndo}
        onClick={() => void writes.undo()}
      />
      {marked.size > 0 && (
        <ConfirmButton
          question={t("deleteRowsQuestion", { count: marked.size })}
          confirmLabel={t("deleteRows", { count: marked.size })}
          onConfirm={() => void remove()}
        >
          <Button variant="default" leftSection={<Icon name="trash" />}>
            {t("deleteRows", { count: marked.size })}
          </Button>
        </ConfirmButton>
      )}
    </div>
  );
}
