import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { ApiError } from "@/api/errors";
import { queryKeys } from "@/api/query-keys";
import type { WorkflowOutcome } from "@/api/types";
import { notifyDone, notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";

/** Acts on some workflows; refusals are shown with the reason of the first. */
export function useLibraryChanges() {
  const { t } = useTranslation("workflows");
  const queryClient = useQueryClient();
  const errorText = useErrorText();
  const onError = (error: Error) => notifyFailed(errorText(error));
  const settle = async (outcomes: WorkflowOutcome[], done: (count: number) => string) => {
    await queryClient.invalidateQueries({ queryKey: queryKeys.allWorkflows });
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
  const change = useMutation({
    mutationFn: api.workflows.changeMany,
    onSuccess: (outcomes) => settle(outcomes, (count) => t("done.changed", { count })),
    onError,
  });
  const remove = useMutation({
    mutationFn: api.workflows.removeMany,
    onSuccess: (outcomes) => settle(outcomes, (count) => t("done.deleted", { count })),
    onError,
  });
  return { change, remove };
}
