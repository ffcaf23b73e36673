import { ActionIcon, Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { DataRow, DataTable } from "@/api/tables";
import { ConfirmButton } from "@/components/confirm-button";
import { Icon } from "@/components/icon";
import { SearchField } from "@/components/search-field";
import type { RowWrites } from "./grid/use-row-writes";
import { type Condition, TableFilter } from "./table-filter";
import classes from "./tables.module.css";

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
export function TableToolbar(props: Props) {
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
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t("undo")}
        disabled={!writes.canUndo}
        onClick={() => void writes.undo()}
      >
        <Icon name="arrow-back-up" />
      </ActionIcon>
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
