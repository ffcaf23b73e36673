import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useRefresh } from "@/api/cache";
import { errorsByField } from "@/api/errors";
import { ask, at } from "@/api/http";
import type { WorkflowCreate, WorkflowSummary } from "@/api/types";
import { WORKFLOW_LISTS } from "@/api/workflows";
import { notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";
import { useSave } from "@/components/use-save";

type Creation = WorkflowCreate & {
  /** Key of a node; its settings are shown at first. */
  opened?: string;
  /** A workflow in which nothing was ever done, which it takes the place of. */
  replaces?: WorkflowSummary;
};

/** Create a workflow, empty, from a template or with a first step, and open it. */
export function useCreateWorkflow() {
  const refresh = useRefresh();
  const navigate = useNavigate();
  const errorText = useErrorText();
  return useSave(
    ({ opened: _, replaces: __, ...body }: Creation) => ask("post", "/api/workflows/", { body }),
    {
      onSuccess: async ({ id }, { opened, replaces }) => {
        const address = `/workflows/${id}${opened ? `?node=${encodeURIComponent(opened)}` : ""}`;
        await navigate(address, { replace: replaces !== undefined });
        if (replaces)
          await ask("delete", "/api/workflows/{workflow_id}/", at({ workflow_id: replaces.id })).catch(
            () => {},
          );
        void refresh(...WORKFLOW_LISTS);
      },
      onError: (error) => {
        // The form shows it.
        if (!errorsByField(error).name) notifyFailed(errorText(error));
      },
    },
  );
}

/** A workflow without anything in it; it gets a name of its own with its first step. */
export function useEmptyWorkflow(): WorkflowCreate & { name: string } {
  const { t } = useTranslation("workflows");
  return { name: t("new.defaultName"), document: { nodes: [], edges: [] } };
}
