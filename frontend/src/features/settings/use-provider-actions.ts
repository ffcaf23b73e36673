import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { Provider, ProviderDraft } from "@/api/types";
import { notifyDone, notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";

export function useProviderActions() {
  const { t } = useTranslation("settings");
  const queryClient = useQueryClient();
  const errorText = useErrorText();
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.providers });

  /** Without `provider` it is a new one. */
  const save = useMutation({
    mutationFn: ({ provider, draft }: { provider: Provider | null; draft: ProviderDraft }) =>
      provider ? api.providers.update(provider.id, draft) : api.providers.create(draft),
    onSuccess: async () => {
      await refresh();
      notifyDone(t("providers.saved"));
    },
  });
  const remove = useMutation({
    mutationFn: api.providers.remove,
    onSuccess: async () => {
      await refresh();
      notifyDone(t("providers.deleted"));
    },
    onError: (error) => notifyFailed(errorText(error)),
  });
  return { save, remove };
}
