/** A list of small records, one row each: key/value pairs, assignments, conditions, fields, parameters. */

import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { ControlProps } from "../control";
import { emptyRow, rowsSpec } from "../row-columns";
import classes from "../schema-form.module.css";
import { RowEditor, type RowValue } from "./row-editor";

export function RowsControl({ id, value, onChange, label, schema, context }: ControlProps<RowValue[]>) {
  const { t } = useTranslation("schema-form");
  const spec = rowsSpec(schema);
  if (!spec) return null;
  const rows = value ?? [];
  const replace = (index: number, row: RowValue) =>
    onChange(rows.map((old, at) => (at === index ? row : old)));
  return (
    <div className={classes.rows}>
      <ul className={classes.rows} aria-label={label}>
        {rows.map((row, index) => (
          <RowEditor
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity of their own; their place is it
            key={index}
            id={`${id}-${index}`}
            row={row}
            columns={spec.columns}
            context={context}
            onChange={(next) => replace(index, next)}
            onRemove={() => onChange(rows.filter((_, at) => at !== index))}
          />
        ))}
      </ul>
      {!context.readOnly && (
        <Button
          variant="default"
          size="compact-sm"
          className={classes.add}
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...rows, emptyRow(spec, rows)])}
        >
          {t("addRow")}
        </Button>
      )}
    </div>
  );
}
