import { Button, Group, Modal, Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { ask, at } from "@/api/http";
import * as limits from "@/api/limits.gen";
import type { ColumnsChange, ColumnType, DataTable, TableColumn } from "@/api/tables";
import { autosize } from "@/components/autosize";
import { Form } from "@/components/form";
import { FormButtons } from "@/components/form-buttons";
import { FormError } from "@/components/form-error";
import { useSave } from "@/components/use-save";
import classes from "@/features/tables/tables.module.css";
import { isRecord } from "@/lib/json";

const TYPES: readonly ColumnType[] = ["text", "number", "boolean", "datetime", "choice", "json"];
const KEY_TYPES: ReadonlySet<ColumnType> = new Set(["text", "number", "datetime", "choice"]);

const AT_FIELDS = ["name", "key", "choices"];

type Props = {
  table: DataTable;
  /** Null adds one. */
  column: TableColumn | null;
  onClose: () => void;
};

/** One column: what it is called, what its cells hold, whether it identifies rows. Asks before values are lost. */
export function ColumnModal({ table, column, onClose }: Props) {
  const { t } = useTranslation("tables");
  const { columns } = table;
  const [draft, setDraft] = useState<TableColumn>(
    column ?? { key: freeKey(columns), name: "", type: "text", choices: [] },
  );
  const [isKey, setIsKey] = useState(column !== null && table.key_column === column.key);
  const { save, lost } = useColumns(table, onClose);
  const change = (changes: Partial<TableColumn>) => setDraft((before) => ({ ...before, ...changes }));
  const named = (name: string) =>
    change(column ? { name } : { name, key: keyOf(name, columns) ?? draft.key });
  const after = (kept: readonly TableColumn[], key: string) => ({ columns: [...kept], key_column: key });
  const otherKey = table.key_column === column?.key ? "" : table.key_column;
  const saved = () => {
    const cleaned = { ...draft, name: draft.name.trim(), choices: cleanChoices(draft) };
    const kept = column
      ? columns.map((one) => (one.key === column.key ? cleaned : one))
      : [...columns, cleaned];
    const keepsKey = isKey && KEY_TYPES.has(cleaned.type);
    return after(kept, keepsKey ? cleaned.key : otherKey);
  };
  const at = column ? columns.findIndex(({ key }) => key === column.key) : columns.length;
  const placeOf = (field: string) => `/columns/${at}/${field}`;
  const refused = save.error instanceof ApiError ? save.error.errors : [];
  const errorAt = (field: string) =>
    refused.find(({ pointer }) => pointer.startsWith(placeOf(field)))?.message;
  const without = after(
    columns.filter(({ key }) => key !== column?.key),
    otherKey,
  );
  if (lost) {
    return (
      <Modal opened onClose={onClose} title={t("loss.title")}>
        <p className={classes.paragraph}>{t("loss.text")}</p>
        <ul className={classes.lost}>
          {lost.map(({ key, name, count, examples }) => (
            <li key={key}>
              {t("loss.column", { name, count })}: {examples.join(", ")}
            </li>
          ))}
        </ul>
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" onClick={onClose}>
            {t("loss.keep")}
          </Button>
          <Button
            loading={save.isPending}
            onClick={() => save.variables && save.mutate({ ...save.variables, accept_loss: true })}
          >
            {t("loss.accept")}
          </Button>
        </Group>
      </Modal>
    );
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={column ? t("changeColumn", { name: column.name }) : t("addColumn")}
    >
      <Form className={classes.form} noValidate onSubmit={() => save.mutate(saved())}>
        <FormError error={save.error} atFields={AT_FIELDS.map(placeOf)} />
        <TextInput
          label={t("columnName")}
          error={errorAt("name")}
          data-autofocus
          maxLength={limits.Column.name}
          value={draft.name}
          onChange={(event) => named(event.currentTarget.value)}
        />
        <TextInput
          label={t("columnKey")}
          error={errorAt("key")}
          description={t(column ? "columnKeyStays" : "columnKeyHelp")}
          maxLength={limits.Column.key}
          disabled={column !== null}
          value={draft.key}
          onChange={(event) => change({ key: event.currentTarget.value })}
        />
        <Select
          label={t("columnType")}
          allowDeselect={false}
          data={TYPES.map((type) => ({ value: type, label: t(`type.${type}`) }))}
          value={draft.type}
          onChange={(type) => type && change({ type: type as ColumnType })}
        />
        {draft.type === "choice" && (
          <Textarea
            label={t("choices")}
            error={errorAt("choices")}
            description={t("choicesHelp")}
            {...autosize(3)}
            value={(draft.choices ?? []).join("\n")}
            onChange={(event) => change({ choices: event.currentTarget.value.split("\n") })}
          />
        )}
        {KEY_TYPES.has(draft.type) && (
          <Switch
            label={t("keyColumn")}
            description={t("keyColumnHelp")}
            checked={isKey}
            onChange={(event) => setIsKey(event.currentTarget.checked)}
          />
        )}
        {column && columns.length > 1 && (
          <Button variant="subtle" onClick={() => save.mutate(without)}>
            {t("removeColumn")}
          </Button>
        )}
        <FormButtons submit="save" loading={save.isPending} onCancel={onClose} />
      </Form>
    </Modal>
  );
}

const cleanChoices = ({ type, choices }: TableColumn) =>
  type === "choice" ? [...new Set((choices ?? []).map((one) => one.trim()).filter(Boolean))] : [];

/** The key that a name makes, as long as nobody wrote another one. */
function keyOf(name: string, columns: readonly TableColumn[]): string | undefined {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[_0-9]+|_+$/g, "")
    .slice(0, 40);
  return plain && !columns.some(({ key }) => key === plain) ? plain : undefined;
}

function freeKey(columns: readonly TableColumn[]): string {
  const taken = new Set(columns.map(({ key }) => key));
  const numbers = Array.from({ length: columns.length + 1 }, (_, index) => `column_${index + 1}`);
  return numbers.find((key) => !taken.has(key)) ?? "column";
}

type LostValues = { key: string; name: string; count: number; examples: string[] };

/** Replaces the columns of a table; `lost` is what the server wants confirmed before it does. */
function useColumns(table: DataTable, onSaved: () => void) {
  const save = useSave(
    (change: ColumnsChange) =>
      ask("put", "/api/tables/{table_id}/columns/", { ...at({ table_id: table.id }), body: change }),
    { refreshes: ["/api/tables/*"], inPlace: true, onSuccess: () => onSaved() },
  );
  return { save, lost: lostBy(save.error) };
}

function lostBy(error: unknown): LostValues[] | null {
  if (!(error instanceof ApiError) || error.code !== "values_would_be_lost") return null;
  const { columns } = error.data as { columns?: unknown };
  return Array.isArray(columns) ? columns.filter(isRecord).map((one) => one as LostValues) : [];
}
