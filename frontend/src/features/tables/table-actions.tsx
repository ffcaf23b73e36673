import { ActionIcon, Button, FileButton, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { api } from "@/api/client";
import { useToolConfigs } from "@/api/queries/tools";
import { queryKeys } from "@/api/query-keys";
import { type DataTable, exportAddress, tableKeys, tables } from "@/api/tables";
import { Icon } from "@/components/icon";
import { notifyDone, notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";
import { TableDeletion } from "@/features/tables/table-deletion";
import { TableModal } from "@/features/tables/table-modal";
import classes from "@/features/tables/tables.module.css";

const TOOL_TYPE = "data-table";

/** Actions on a whole table: use as a tool, import, export, rename, delete. */
export function TableActions({ table }: { table: DataTable }) {
  const { t } = useTranslation("tables");
  const common = useTranslation().t;
  const [editing, { open: edit, close: closeEdit }] = useDisclosure(false);
  const [deleting, { open: askToDelete, close: closeDelete }] = useDisclosure(false);
  const load = useImport(table);
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
      <FileButton accept=".csv,text/csv" onChange={(file) => file && load.mutate(file)}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            leftSection={<Icon name="file-import" />}
            loading={load.isPending}
          >
            {t("import")}
          </Button>
        )}
      </FileButton>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label={common("action.more")}>
            <Icon name="dots" />
          </ActionIcon>
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
              <Menu.Item leftSection={<Icon name="settings" />} onClick={edit}>
                {t("settings")}
              </Menu.Item>
              <Menu.Item leftSection={<Icon name="trash" />} onClick={askToDelete}>
                {common("action.delete")}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {editing && <TableModal table={table} onClose={closeEdit} />}
      {deleting && <TableDeletion table={table} onClose={closeDelete} />}
    </div>
  );
}

function useImport(table: DataTable) {
  const { t } = useTranslation("tables");
  const queries = useQueryClient();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: (file: File) => tables.importFile(table.id, file),
    onSuccess: async ({ count }) => {
      await queries.invalidateQueries({ queryKey: tableKeys.all });
      notifyDone(t("imported", { count }));
    },
    onError: (error) => notifyFailed(errorText(error)),
  });
}

/** Opens the table's tool; the first time it is made. */
function useAsTool(table: DataTable) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const errorText = useErrorText();
  const known = useToolConfigs().data?.find(
    ({ type, config }) => type === TOOL_TYPE && config.table === table.id,
  );
  return useMutation({
    mutationFn: async () =>
      known ??
      (await api.tools.createConfig({
        type: TOOL_TYPE,
        name: table.name,
        description: "",
        enabled: true,
        config: { table: table.id },
        shared: table.shared,
      })),
    onSuccess: async (tool) => {
      await queries.invalidateQueries({ queryKey: queryKeys.toolConfigs });
      await navigate(`/tools?tool=${tool.id}`);
    },
    onError: (error) => notifyFailed(errorText(error)),
  });
}
