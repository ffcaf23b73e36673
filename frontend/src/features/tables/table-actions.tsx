import { Button, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { cachedAt, useRefresh } from "@/api/cache";
import { ask, at } from "@/api/http";
import { type DataTable, exportAddress, useTableUses } from "@/api/tables";
import { useToolConfigs } from "@/api/tools";
import { ConfirmModal } from "@/components/confirm-modal";
import { Icon } from "@/components/icon";
import { IconButton } from "@/components/icon-button";
import { MenuItem } from "@/components/menu-item";
import { useSave } from "@/components/use-save";
import { TableModal } from "@/features/tables/table-modal";
import classes from "@/features/tables/tables.module.css";

const TOOL_TYPE = "data-table";

/** Actions on a whole table: use as a tool, import, export, rename, delete. */
export function TableActions({ table, onImport }: { table: DataTable; onImport: () => void }) {
  const { t } = useTranslation("tables");
  const common = useTranslation().t;
  const [editing, { open: edit, close: closeEdit }] = useDisclosure(false);
  const [deleting, { open: askToDelete, close: closeDelete }] = useDisclosure(false);
  const use = useAsTool(table);
  return (
    <div className={classes.tools}>
      <Button
        variant="default"
        leftSection={<Icon name="table-row" />}
        loading={use.isPending}
        onClick={() => use.mutate()}
      >
        {t("useIt")}
      </Button>
      <Button variant="default" leftSection={<Icon name="file-import" />} onClick={onImport}>
        {t("importRows")}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton icon="dots" variant="default" size="lg" label={common("action.more")} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component="a"
            href={exportAddress(table.id)}
            download={`${table.name}.csv`}
            leftSection={<Icon name="file-export" />}
          >
            {t("export")}
          </Menu.Item>
          {table.may_change && (
            <>
              <MenuItem icon="settings" label={t("settings")} onClick={edit} />
              <MenuItem icon="trash" label={common("action.delete")} onClick={askToDelete} />
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {editing && <TableModal table={table} onClose={closeEdit} />}
      {deleting && <TableDeletion table={table} onClose={closeDelete} />}
    </div>
  );
}

/** Opens the table's tool; the first time it is made. */
function useAsTool(table: DataTable) {
  const navigate = useNavigate();
  const known = useToolConfigs().data?.find(
    ({ type, config }) => type === TOOL_TYPE && config.table === table.id,
  );
  return useSave(
    async () =>
      known ??
      (await ask("post", "/api/tools/configs/", {
        body: {
          type: TOOL_TYPE,
          name: table.name,
          description: "",
          enabled: true,
          config: { table: table.id },
          shared: table.shared,
        },
      })),
    {
      refreshes: ["/api/tools/configs/*"],
      onSuccess: (tool) => navigate(`/tools?tool=${tool.id}`),
    },
  );
}

/** Asks before a table goes, and names what would miss it. */
function TableDeletion({ table, onClose }: { table: DataTable; onClose: () => void }) {
  const { t } = useTranslation("tables");
  const common = useTranslation().t;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const uses = useTableUses(table.id).data;
  const remove = useSave(() => ask("delete", "/api/tables/{table_id}/", at({ table_id: table.id })), {
    onSuccess: async () => {
      await navigate("/tables");
      queries.removeQueries(cachedAt(`/api/tables/${table.id}/*`));
      await refresh("/api/tables/*");
    },
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
