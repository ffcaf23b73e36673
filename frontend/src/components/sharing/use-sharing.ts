import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import type { SharedKey } from "@/api/types";
import { notifyDone, notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";

type Named = SharedKey & { name: string };

/** Take up what others share, and leave it. Every list may change by that, so all are read again. */
export function useSharing() {
  const { t } = useTranslation("sharing");
  const queries = useQueryClient();
  const errorText = useErrorText();
  const onError = (error: Error) => notifyFailed(errorText(error));
  const takeUp = useMutation({
    mutationFn: (thing: Named) => api.sharing.takeUp(thing),
    onSuccess: async (_, { name }) => {
      notifyDone(t("added", { name }));
      await queries.invalidateQueries();
    },
    onError,
  });
  const leave = useMutation({
    mutationFn: (thing: Named) => api.sharing.leave(thing),
    onSuccess: async (_, { name }) => {
      notifyDone(t("left", { name }));
      await queries.invalidateQueries();
    },
    onError,
  });
  return { takeUp, leave };
}
