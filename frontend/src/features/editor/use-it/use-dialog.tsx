/** All ways to start the workflow from outside: its live triggers, the API, and MCP. */

import { Modal, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { WorkflowSummary } from "@/api/types";
import { useUi } from "@/stores/ui-store";
import { UseApi } from "./use-api";
import { UseMcp } from "./use-mcp";
import { UseTriggers } from "./use-triggers";

export function UseDialog({ workflow }: { workflow: WorkflowSummary }) {
  const { t } = useTranslation("triggers");
  return (
    <Modal opened onClose={() => useUi.getState().set({ dialog: null })} title={t("use.title")} size={640}>
      <Stack gap="md">
        <UseTriggers workflow={workflow.id} />
        <UseApi workflow={workflow} />
        <UseMcp workflow={workflow} />
      </Stack>
    </Modal>
  );
}
