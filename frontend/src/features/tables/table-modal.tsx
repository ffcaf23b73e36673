import { Modal, Switch, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { errorsByField } from "@/api/errors";
import { type DataTable, type TableChange, tableKeys, tables } from "@/api/tables";
import { autosize } from "@/components/autosize";
import { FormButtons } from "@/components/form-buttons";
import { FormError } from "@/components/form-error";
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
  const queries = useQueryClient();
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
  const save = useMutation({
    mutationFn: (draft: Required<TableChange>) =>
      table
        ? tables.update(table.id, draft)
        : tables.create({ ...draft, columns: [{ ...first, choices: [] }], key_column: "" }),
    onSuccess: async (saved) => {
      await queries.invalidateQueries({ queryKey: tableKeys.all });
      onClose();
      onSaved?.(saved);
    },
    onError: (error) => form.setErrors(errorsByField(error)),
  });
  const hasFieldErrors = Object.keys(form.errors).length > 0;
  return (
    <Modal opened onClose={onClose} title={table ? t("edit", { name: table.name }) : t("new")}>
      <form className={classes.form} onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <FormError error={hasFieldErrors ? null : save.error} />
        <TextInput label={t("name")} data-autofocus maxLength={100} {...form.getInputProps("name")} />
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
