/** Pickers for a model provider and one of its models. */

import { Autocomplete, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useProviders } from "@/api/queries";
import type { ControlProps } from "../control";

export function ProviderControl({ id, value, onChange, invalid, context }: ControlProps<string>) {
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
      id={id}
      data={options}
      value={value ?? null}
      allowDeselect={false}
      searchable={options.length > 6}
      error={invalid}
      disabled={context.readOnly}
      onChange={(next) => onChange(next)}
    />
  );
}

/** Any model name may be typed; the provider's known models are offered. */
export function ModelControl({ id, value, onChange, invalid, context }: ControlProps<string>) {
  const { t } = useTranslation("schema-form");
  const providers = useProviders().data ?? [];
  const provider = providers.find((candidate) => candidate.id === context.values.provider);
  return (
    <Autocomplete
      id={id}
      data={provider?.models ?? []}
      value={value ?? ""}
      placeholder={
        provider?.default_model ? t("defaultModel", { model: provider.default_model }) : t("modelName")
      }
      error={invalid}
      disabled={context.readOnly || provider?.is_builtin === true}
      onChange={onChange}
    />
  );
}
