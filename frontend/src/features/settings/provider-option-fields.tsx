import { JsonInput, NativeSelect, Switch } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { autosize } from "@/components/autosize";
import { NumberField } from "@/components/number-field";
import { EFFORTS, type ProviderValues } from "@/features/settings/provider-values";
import classes from "@/features/settings/settings.module.css";

type Props = {
  form: UseFormReturnType<ProviderValues>;
  /** True if the service makes embeddings. */
  embeds: boolean;
};

/** Call options of a provider's models; rarely needed. */
export function ProviderOptionFields({ form, embeds }: Props) {
  const { t } = useTranslation("settings");
  return (
    <details>
      <summary>{t("providers.advanced")}</summary>
      <div className={classes.form}>
        <NativeSelect
          label={t("providers.effort")}
          description={t("providers.effortHelp")}
          data={EFFORTS.map((value) => ({ value, label: t(`providers.efforts.${value || "own"}`) }))}
          {...form.getInputProps("effort")}
        />
        <Switch
          label={t("providers.stream")}
          description={t("providers.streamHelp")}
          {...form.getInputProps("stream", { type: "checkbox" })}
        />
        <Switch
          label={t("providers.streamUsage")}
          description={t("providers.streamUsageHelp")}
          {...form.getInputProps("stream_usage", { type: "checkbox" })}
        />
        {embeds && (
          <NumberField
            label={t("providers.embeddingBatch")}
            description={t("providers.embeddingBatchHelp")}
            min={1}
            max={2048}
            value={form.values.embedding_batch}
            onChange={(value) => form.setFieldValue("embedding_batch", value)}
          />
        )}
        <JsonInput
          label={t("providers.body")}
          description={t("providers.bodyHelp")}
          {...autosize(2, 12)}
          {...form.getInputProps("body")}
        />
      </div>
    </details>
  );
}
