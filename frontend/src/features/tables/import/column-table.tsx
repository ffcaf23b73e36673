import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ColumnType, DataTable, TableColumn, TablePreview } from "@/api/tables";
import { Table } from "@/components/table";
import classes from "./import.module.css";
import { type Mapping, newColumn, type Target } from "./mapping";

const TYPES: readonly ColumnType[] = ["text", "number", "boolean", "datetime", "json"];
/** No key of a column has a sign. */
const LEFT_OUT = "-";
const NEW = "*";

type Props = {
  table: DataTable | null;
  preview: TablePreview;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
};

/** The first rows of a file; above each column, where it goes and what it holds. */
export function ColumnTable({ table, preview, mapping, onChange }: Props) {
  const { t } = useTranslation("tables");
  const set = (at: number, target: Target) =>
    onChange(mapping.map((one, index) => (index === at ? target : one)));
  return (
    <section className={classes.preview} aria-label={t("import.preview")}>
      <Table className={classes.table}>
        <thead>
          <tr>
            {preview.columns.map((column, at) => (
              <ColumnHead
                key={column.key}
                column={column}
                target={mapping[at] ?? null}
                table={table}
                onChange={(target) => set(at, target)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other identity.
            <tr key={index}>
              {preview.columns.map(({ key }, at) => (
                <td key={key} data-left-out={mapping[at] === null || undefined}>
                  {row[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

type HeadProps = {
  column: TableColumn;
  target: Target;
  table: DataTable | null;
  onChange: (target: Target) => void;
};

function ColumnHead({ column, target, table, onChange }: HeadProps) {
  const { t } = useTranslation("tables");
  const { name } = column;
  const known = table?.columns ?? [];
  const mayMake = table?.may_change ?? true;
  const isKnown = known.some(({ key }) => key === target?.key);
  const goesTo = (value: string | null) => {
    const found = known.find(({ key }) => key === value) ?? null;
    onChange(value === NEW ? newColumn(column, known) : found);
  };
  return (
    <th scope="col">
      <span className={classes.name}>{name}</span>
      <Select
        size="xs"
        aria-label={t("import.goesTo", { name })}
        data={[
          ...known.map(({ key, name: label }) => ({ value: key, label })),
          ...(mayMake ? [{ value: NEW, label: t("import.newColumn") }] : []),
          { value: LEFT_OUT, label: t("import.leaveOut") },
        ]}
        value={target === null ? LEFT_OUT : isKnown ? target.key : NEW}
        onChange={goesTo}
      />
      {target !== null && (
        <Select
          size="xs"
          aria-label={t("import.typeOf", { name })}
          disabled={isKnown}
          data={(isKnown ? [target.type] : TYPES).map((type) => ({ value: type, label: t(`type.${type}`) }))}
          value={target.type}
          onChange={(type) => type && onChange({ ...target, type: type as ColumnType })}
        />
      )}
    </th>
  );
}
