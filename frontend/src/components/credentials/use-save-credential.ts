import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { Credential, CredentialDraft } from "@/api/types";
import { notifyDone } from "@/components/notify";

/** The only kind that people make themselves; tools and providers make theirs when a key is entered there. */
export const HTTP_KIND = "http";

type Changes = Pick<CredentialDraft, "name"> & Partial<Pick<CredentialDraft, "values">>;

/** Store a new credential or the changes of one; all lists know it before anybody is told. */
export function useSaveCredential(credential: Credential | null) {
  const { t } = useTranslation("settings");
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ name, values }: Changes) =>
      credential
        ? api.credentials.update(credential.id, { name, ...(values && { values }) })
        : api.credentials.create({ name, kind: HTTP_KIND, values: values ?? {} }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.credentials });
      notifyDone(t("credentials.saved"));
    },
  });
}
