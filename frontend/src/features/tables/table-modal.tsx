import { Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DataTableCreate } from "@/api/bodies.gen";
import { ask, at } from "@/api/http";
import type { DataTable } from "@/api/tables";
import { formOf, RequestForm } from "@/components/schema-form/request-form";

type Props = {
  /** Null makes a new one. */
  table: DataTable | null;
  onClose: () => void;
  onSaved?: (saved: DataTable) => void;
};

/** Name and sharing of a table. */
export function TableModal({ table, onClose, onSaved }: Props) {
  const { t } = useTranslation("tables");
  const schema = formOf(DataTableCreate, {
    name: { title: t("name"), missing: t("nameMissing") },
    description: {
      title: t("description"),
      description: t("descriptionHelp"),
      "x-widget": "long-text",
      "x-rows": [2],
    },
    shared: { title: t("shared"), description: t("sharedHelp"), "x-widget": "labelled-switch" },
  });
  // A new table has a column to begin with.
  const first = { key: "name", name: t("firstColumn"), type: "text", choices: [] as string[] } as const;
  return (
    <Modal opened onClose={onClose} title={table ? t("edit", { name: table.name }) : t("new")}>
      <RequestForm
        schema={() => schema}
        initial={{
          name: table?.name ?? "",
          description: table?.description ?? "",
          shared: table?.shared ?? false,
        }}
        send={(draft) =>
          table
            ? ask("patch", "/api/tables/{table_id}/", { ...at({ table_id: table.id }), body: draft })
            : ask("post", "/api/tables/", { body: { ...draft, columns: [first], key_column: "" } })
        }
        refreshes={["/api/tables/*"]}
        onSaved={(saved) => {
          onClose();
          onSaved?.(saved);
        }}
        submit={table ? "save" : "create"}
        onCancel={onClose}
      />
    </Modal>
  );
}
