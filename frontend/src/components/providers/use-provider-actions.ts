import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import type { Provider, ProviderCreate } from "@/api/types";
import { useSave } from "@/components/use-save";

export function useProviderActions() {
  const { t } = useTranslation("settings");

  /** Without `provider` it is a new one. */
  const save = useSave(
    ({ provider, draft }: { provider: Provider | null; draft: ProviderCreate }) =>
      provider
        ? ask("patch", "/api/providers/{provider_id}/", { ...at({ provider_id: provider.id }), body: draft })
        : ask("post", "/api/providers/", { body: draft }),
    { refreshes: ["/api/providers/"], done: t("providers.saved"), inPlace: true },
  );
  const remove = useSave(
    (id: string) => ask("delete", "/api/providers/{provider_id}/", at({ provider_id: id })),
    { refreshes: ["/api/providers/"], done: t("providers.deleted") },
  );
  return { save, remove };
}
