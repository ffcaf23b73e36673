/** A list of small records, one row each: key/value pairs, assignments, conditions, fields, parameters. */

import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { ControlProps } from "../control";
import { emptyRow, type RowValue, rowsSpec } from "../row-columns";
import classes from "../schema-form.module.css";
import { AddRowButton } from "./add-row-button";
import { RowEditor } from "./row-editor";

export function RowsControl({ id, value, onChange, label, schema, context }: ControlProps<RowValue[]>) {
  const { t, i18n } = useTranslation("schema-form");
  const list = useRef<HTMLUListElement>(null);
  const isAdding = useRef(false);
  const rows = value ?? [];
  // Who adds a row goes on writing in it.
  useEffect(() => {
    if (!isAdding.current || rows.length === 0) return;
    isAdding.current = false;
    const field = list.current?.lastElementChild?.querySelector("input, textarea, [contenteditable=true]");
    if (field instanceof HTMLElement) field.focus();
  }, [rows.length]);
  const spec = rowsSpec(schema, i18n.language);
  if (!spec) return null;
  const replace = (index: number, row: RowValue) =>
    onChange(rows.map((old, at) => (at === index ? row : old)));
  return (
    <div className={classes.rows}>
      <ul ref={list} className={classes.rows} aria-label={label}>
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
        <AddRowButton
          label={t("addRow")}
          onAdd={() => {
            isAdding.current = true;
            onChange([...rows, emptyRow(spec, rows)]);
          }}
        />
      )}
    </div>
  );
}
