/** One row of a list control. */

import { MultiSelect, Select, Switch, TagsInput, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { autosize } from "@/components/autosize";
import { IconButton } from "@/components/icon-button";
import { NumberField } from "@/components/number-field";
import { TemplateEditor } from "@/components/template-editor/template-editor";
import { useLocalText } from "@/i18n/local-text";
import type { FormContext } from "../form-context";
import type { Column, RowValue } from "../row-columns";
import classes from "../schema-form.module.css";
import { ToolSelect } from "./tool-select";

type Props = {
  id: string;
  row: RowValue;
  columns: readonly Column[];
  context: FormContext;
  onChange: (row: RowValue) => void;
  onRemove: () => void;
};

const text = (value: RowValue[string] | undefined): string =>
  value === null || value === undefined ? "" : Array.isArray(value) ? value.join("\n") : String(value);

export function RowEditor({ id, row, columns, context, onChange, onRemove }: Props) {
  const { t } = useTranslation("schema-form");
  const set = (key: string, value: RowValue[string]) => onChange({ ...row, [key]: value });
  const shown = columns.filter(
    (column) => !column.showIf || column.showIf.values.includes(text(row[column.showIf.key])),
  );
  return (
    <li className={classes.row}>
      <div className={classes.rowCells}>
        {shown.map((column) => (
          <div key={column.key} className={column.wide ? classes.cellWide : classes.cell}>
            <Cell
              id={`${id}-${column.key}`}
              column={column}
              row={row}
              context={context}
              onChange={(value) => set(column.key, value)}
            />
          </div>
        ))}
      </div>
      {!context.readOnly && (
        <IconButton icon="trash" iconSize={15} color="gray" label={t("removeRow")} onClick={onRemove} />
      )}
    </li>
  );
}

type CellProps = {
  id: string;
  column: Column;
  row: RowValue;
  context: FormContext;
  onChange: (value: RowValue[string]) => void;
};

function Cell({ id, column, row, context, onChange }: CellProps) {
  const { t } = useTranslation("schema-form");
  const local = useLocalText();
  const value = row[column.key];
  const label = column.title ?? t(`column.${column.key}`);
  const nameOf = (option: string) => {
    const inRow = column.inRow?.({ ...row, [column.key]: option });
    if (inRow) return inRow;
    const name = column.labels?.[option];
    return name ? local(name) : t(`option.${option}`);
  };
  const named = { id, "aria-label": label, size: "xs" };
  const words = Array.isArray(value) ? value : [];
  const isEmpty = words.length === 0;
  // A choice that refers to a value is the text of the reference.
  const kind = column.kind === "select" && text(value).includes("{{") ? "template" : column.kind;
  switch (kind) {
    case "switch":
      return (
        <Switch
          id={id}
          size="xs"
          label={label}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case "select":
      return (
        <Select
          {...named}
          allowDeselect={false}
          data={(column.options ?? []).map((option) => ({ value: option, label: nameOf(option) }))}
          value={text(value)}
          onChange={(next) => onChange(next ?? "")}
        />
      );
    case "tool":
      return (
        <ToolSelect
          id={id}
          label={label}
          value={text(value)}
          readOnly={context.readOnly}
          onChange={onChange}
        />
      );
    case "template":
      return (
        <TemplateEditor
          id={id}
          label={label}
          value={text(value)}
          placeholder={value === null ? t("secretStored") : label}
          singleLine
          variables={context.variables}
          readOnly={context.readOnly}
          onChange={onChange}
        />
      );
    case "lines":
      return (
        <Textarea
          {...named}
          placeholder={t("onePerLine", { label })}
          {...autosize(2)}
          value={text(value)}
          onChange={(event) => onChange(event.currentTarget.value.split("\n"))}
        />
      );
    case "number":
      return (
        <NumberField
          {...named}
          prefix={`${label} `}
          isNeeded
          allowDecimal={false}
          min={column.min}
          max={column.max}
          value={typeof value === "number" ? value : null}
          onChange={onChange}
        />
      );
    case "choices":
      return (
        <MultiSelect
          {...named}
          placeholder={isEmpty ? label : undefined}
          data={(column.options ?? []).map((option) => ({ value: option, label: nameOf(option) }))}
          value={words}
          onChange={onChange}
        />
      );
    case "words":
      return (
        <TagsInput
          {...named}
          placeholder={isEmpty ? column.placeholder || label : undefined}
          splitChars={[",", "，", "、", " "]}
          value={words}
          onChange={onChange}
        />
      );
    case "text":
      return (
        <TextInput
          {...named}
          placeholder={column.placeholder || label}
          value={text(value)}
          onChange={(event) =>
            onChange(event.currentTarget.value === "" && value === null ? null : event.currentTarget.value)
          }
        />
      );
  }
}
