import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import type { SharedKey } from "@/api/types";
import { notifyDone } from "@/components/notify";
import { useSave } from "@/components/use-save";

type Named = SharedKey & { name: string };

/** Take up what others share, and leave it. Every list may change by that, so all are read again. */
export function useSharing() {
  const { t } = useTranslation("sharing");
  const refreshes = ["*"];
  const takeUp = useSave(
    ({ kind, id }: Named) => ask("put", "/api/shared-with-me/{kind}/{thing_id}/", at({ kind, thing_id: id })),
    { refreshes, onSuccess: (_, { name }) => notifyDone(t("added", { name })) },
  );
  const leave = useSave(
    ({ kind, id }: Named) =>
      ask("delete", "/api/shared-with-me/{kind}/{thing_id}/", at({ kind, thing_id: id })),
    { refreshes, onSuccess: (_, { name }) => notifyDone(t("left", { name })) },
  );
  return { takeUp, leave };
}
