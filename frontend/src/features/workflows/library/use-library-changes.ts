import { useTranslation } from "react-i18next";
import { useRefresh } from "@/api/cache";
import { ApiError } from "@/api/errors";
import { ask } from "@/api/http";
import type { WorkflowOutcome, WorkflowsChange } from "@/api/types";
import { WORKFLOW_LISTS } from "@/api/workflows";
import { notifyDone, notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";
import { useSave } from "@/components/use-save";

/** Acts on some workflows; refusals are shown with the reason of the first. */
export function useLibraryChanges() {
  const { t } = useTranslation("workflows");
  const refresh = useRefresh();
  const errorText = useErrorText();
  const settle = async (outcomes: WorkflowOutcome[], done: (count: number) => string) => {
    await refresh(...WORKFLOW_LISTS);
    const refused = outcomes.flatMap(({ error }) => (error ? [ApiError.fromBody(error.status, error)] : []));
    const count = outcomes.length - refused.length;
    if (count > 0) notifyDone(done(count));
    const [first] = refused;
    if (first) {
      notifyFailed({
        title: t("many.refused", { count: refused.length }),
        text: errorText(first).text,
      });
    }
  };
  const change = useSave((body: WorkflowsChange) => ask("post", "/api/workflows/change/", { body }), {
    onSuccess: (outcomes) => settle(outcomes, (count) => t("done.changed", { count })),
  });
  const remove = useSave((ids: string[]) => ask("post", "/api/workflows/delete/", { body: { ids } }), {
    onSuccess: (outcomes) => settle(outcomes, (count) => t("done.deleted", { count })),
  });
  return { change, remove };
}
