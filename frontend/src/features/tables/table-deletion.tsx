import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { type DataTable, tableKeys, tables, useTableUses } from "@/api/tables";
import { ConfirmModal } from "@/components/confirm-modal";
import { notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";

/** Asks before a table goes, and names what would miss it. */
export function TableDeletion({ table, onClose }: { table: DataTable; onClose: () => void }) {
  const { t } = useTranslation("tables");
  const common = useTranslation().t;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const errorText = useErrorText();
  const uses = useTableUses(table.id).data;
  const remove = useMutation({
    mutationFn: () => tables.remove(table.id),
    onSuccess: async () => {
      await navigate("/tables");
      queries.removeQueries({ queryKey: tableKeys.table(table.id) });
      await queries.invalidateQueries({ queryKey: tableKeys.all });
    },
    onError: (error) => notifyFailed(errorText(error)),
  });
  const missing = [...(uses?.tools ?? []), ...(uses?.workflows.map(({ name }) => name) ?? [])];
  return (
    <ConfirmModal
      opened
      title={t("deleteTitle", { name: table.name })}
      confirmLabel={common("action.delete")}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {t("deleteText", { count: table.row_count })}{" "}
      {missing.length > 0 ? t("deleteUses", { names: missing.join(", ") }) : uses && t("deleteUnused")}
    </ConfirmModal>
  );
}
