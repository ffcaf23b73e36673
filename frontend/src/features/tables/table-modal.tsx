import { Modal, Switch, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import * as limits from "@/api/limits.gen";
import type { DataTable, TableChange } from "@/api/tables";
import { autosize } from "@/components/autosize";
import { FormButtons } from "@/components/form-buttons";
import { FormError } from "@/components/form-error";
import { useSave } from "@/components/use-save";
import classes from "@/features/tables/tables.module.css";

type Props = {
  /** Null makes a new one. */
  table: DataTable | null;
  onClose: () => void;
  onSaved?: (saved: DataTable) => void;
};

/** Name and sharing of a table. */
export function TableModal({ table, onClose, onSaved }: Props) {
  const { t } = useTranslation("tables");
  const form = useForm<Required<TableChange>>({
    initialValues: {
      name: table?.name ?? "",
      description: table?.description ?? "",
      shared: table?.shared ?? false,
    },
    validate: { name: (value) => (value.trim() ? null : t("nameMissing")) },
  });
  // A new table has a column to begin with.
  const first = { key: "name", name: t("firstColumn"), type: "text", choices: [] } as const;
  const save = useSave(
    (draft: Required<TableChange>) =>
      table
        ? ask("patch", "/api/tables/{table_id}/", { ...at({ table_id: table.id }), body: draft })
        : ask("post", "/api/tables/", {
            body: { ...draft, columns: [{ ...first, choices: [] }], key_column: "" },
          }),
    {
      refreshes: ["/api/tables/*"],
      form,
      onSuccess: (saved) => {
        onClose();
        onSaved?.(saved);
      },
    },
  );
  return (
    <Modal opened onClose={onClose} title={table ? t("edit", { name: table.name }) : t("new")}>
      <form className={classes.form} onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <FormError error={save.formError} />
        <TextInput
          label={t("name")}
          data-autofocus
          maxLength={limits.DataTableCreate.name}
          {...form.getInputProps("name")}
        />
        <Textarea
          label={t("description")}
          description={t("descriptionHelp")}
          {...autosize(2)}
          {...form.getInputProps("description")}
        />
        <Switch
          label={t("shared")}
          description={t("sharedHelp")}
          {...form.getInputProps("shared", { type: "checkbox" })}
        />
        <FormButtons submit={table ? "save" : "create"} loading={save.isPending} onCancel={onClose} />
      </form>
    </Modal>
  );
}
