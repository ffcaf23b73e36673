/** Pickers for a model provider and one of its models. */

import { Autocomplete, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useProviders } from "@/api/queries";
import { type ControlProps, inputProps } from "../control";

export function ProviderControl({ value, onChange, ...props }: ControlProps<string>) {
  const { t } = useTranslation("schema-form");
  const providers = useProviders().data ?? [];
  const known = providers.some((provider) => provider.id === value);
  const options = providers.map((provider) => ({
    value: provider.id,
    label: provider.is_builtin ? t("offlineModel") : provider.name,
    disabled: !provider.enabled,
  }));
  if (value && !known && providers.length > 0)
    options.push({ value, label: t("missingProvider"), disabled: true });
  return (
    <Select
      {...inputProps(props)}
      data={options}
      value={value ?? null}
      allowDeselect={false}
      searchable={options.length > 6}
      onChange={(next) => onChange(next)}
    />
  );
}

/** Any model name may be typed; the provider's known models are offered. */
export function ModelControl({ value, onChange, ...props }: ControlProps<string>) {
  const { t } = useTranslation("schema-form");
  const providers = useProviders().data ?? [];
  const provider = providers.find((candidate) => candidate.id === props.context.values.provider);
  return (
    <Autocomplete
      {...inputProps(props)}
      data={provider?.models ?? []}
      value={value ?? ""}
      placeholder={
        provider?.default_model ? t("defaultModel", { model: provider.default_model }) : t("modelName")
      }
      disabled={props.context.readOnly || provider?.is_builtin === true}
      onChange={onChange}
    />
  );
}
