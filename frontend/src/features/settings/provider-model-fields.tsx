import { Autocomplete, TagsInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";
import type { ProviderValues } from "@/features/settings/provider-values";

type Props = {
  form: UseFormReturnType<ProviderValues>;
  /** Models listed by the service, or known for it. */
  offered: readonly string[];
};

/** Models of a provider offered in AI nodes, and the default. */
export function ProviderModelFields({ form, offered }: Props) {
  const { t } = useTranslation("settings");
  const names = [...new Set([...form.values.models, ...offered])];
  return (
    <>
      <TagsInput
        label={t("providers.models")}
        description={t("providers.modelsHelp")}
        data={[...offered]}
        limit={MOST_OFFERED}
        {...form.getInputProps("models")}
      />
      <Autocomplete
        label={t("providers.defaultModel")}
        data={names}
        limit={MOST_OFFERED}
        {...form.getInputProps("default_model")}
      />
    </>
  );
}

/** Limit for long lists; typing finds the others. */
const MOST_OFFERED = 100;
