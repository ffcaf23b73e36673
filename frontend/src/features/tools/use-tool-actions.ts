import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { ToolConfigDraft } from "@/api/types";
import { notifyDone, notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";

/** Actions on a configured tool in the list. */
export function useToolActions() {
  const { t } = useTranslation("tools");
  const queryClient = useQueryClient();
  const errorText = useErrorText();
  const onError = (error: Error) => notifyFailed(errorText(error));
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.toolConfigs });

  const update = useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: Partial<ToolConfigDraft> }) =>
      api.tools.updateConfig(id, changes),
    onSuccess: refresh,
    onError,
  });
  const remove = useMutation({
    mutationFn: api.tools.removeConfig,
    onSuccess: async () => {
      await refresh();
      notifyDone(t("done.deleted"));
    },
    onError,
  });
  return { update, remove };
}
