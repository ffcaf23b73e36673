import { Button, Tooltip } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { queryKeys } from "@/api/query-keys";
import type { WorkflowSummary } from "@/api/types";
import { useDocument } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";
import classes from "./editor.module.css";

const ASK_AFTER_MS = 800;

/** Publish, with a mark while what is stored differs from what is published. */
export function PublishButton({ workflow }: { workflow: WorkflowSummary }) {
  const { t } = useTranslation("editor");
  const isEmpty = useDocument((state) => state.order.length === 0);
  const { published_version: number, unpublished_changes: hasChanges } = workflow;
  useFreshSummary(workflow);
  const hint =
    number === null ? t("publishHint") : t(hasChanges ? "publishChanges" : "publishedAs", { number });
  return (
    <span className={classes.publish} data-changed={hasChanges || undefined}>
      <Tooltip label={hint}>
        <Button
          size="xs"
          variant="default"
          disabled={isEmpty}
          aria-description={hint}
          onClick={() => useUi.getState().set({ dialog: "publish" })}
        >
          {t("publish")}
        </Button>
      </Tooltip>
    </span>
  );
}

/** Asks for the summary again, a moment after the graph was saved by anybody. */
function useFreshSummary({ id, revision: known }: WorkflowSummary): void {
  const client = useQueryClient();
  const revision = useDocument((state) => state.revision);
  useEffect(() => {
    if (revision <= known) return;
    const timer = setTimeout(() => {
      void client.invalidateQueries({ queryKey: queryKeys.workflow(id), exact: true });
    }, ASK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [client, id, revision, known]);
}
