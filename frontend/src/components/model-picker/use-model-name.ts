import { useTranslation } from "react-i18next";
import { useProviders } from "@/api/settings";

type Choice = { provider: string; model: string };

/** Say which model is meant: its provider's name and its own. */
export function useModelName({ provider, model }: Choice): string {
  const { t } = useTranslation("models");
  const { data: providers = [], isSuccess } = useProviders();
  const found = providers.find(({ id }) => id === provider);
  if (!found) return t(isSuccess ? "missingProvider" : "loading");
  if (found.is_builtin) return t("offline");
  const name = model || found.default_model;
  return name ? t("named", { provider: found.name, model: name }) : found.name;
}
