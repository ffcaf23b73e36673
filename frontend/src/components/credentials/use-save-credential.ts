import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { Credential, CredentialDraft } from "@/api/types";
import { notifyDone } from "@/components/notify";

/** One secret; what uses it says how it is sent. */
export const HTTP_KIND = "http";

type Changes = Omit<CredentialDraft, "values"> & Partial<Pick<CredentialDraft, "values">>;

/** Save a new or changed credential; all lists are updated before callbacks. */
export function useSaveCredential(credential: Credential | null) {
  const { t } = useTranslation("settings");
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, ...changes }: Changes) =>
      credential
        ? api.credentials.update(credential.id, changes)
        : api.credentials.create({ kind, values: {}, ...changes }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.credentials });
      notifyDone(t("credentials.saved"));
    },
  });
}
