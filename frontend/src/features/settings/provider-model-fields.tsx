import { Autocomplete, TagsInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";
import type { ProviderValues } from "@/features/settings/provider-values";

type Props = {
  form: UseFormReturnType<ProviderValues>;
  /** What the service lists, or what is known of it. */
  offered: readonly string[];
};

/** Which models of a provider AI nodes offer, and which one they take by themselves. */
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

/** Of a list of a thousand; typing finds the others. */
const MOST_OFFERED = 100;
