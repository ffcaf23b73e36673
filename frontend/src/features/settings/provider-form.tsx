import { Alert, Autocomplete, PasswordInput, TagsInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { errorsByField } from "@/api/errors";
import type { Provider, ProviderDraft, ProviderPreset } from "@/api/types";
import { FormButtons } from "@/components/form-buttons";
import { FormError } from "@/components/form-error";
import classes from "@/features/settings/settings.module.css";
import { useProviderActions } from "@/features/settings/use-provider-actions";
import { useLocalText } from "@/i18n/local-text";

type Props = { provider: Provider | null; preset: ProviderPreset | null; onClose: () => void };

export function ProviderForm({ provider, preset, onClose }: Props) {
  const { t } = useTranslation("settings");
  const local = useLocalText();
  const { save } = useProviderActions();
  const form = useForm({
    initialValues: {
      name: provider?.name ?? (preset ? local(preset.title) : ""),
      base_url: provider?.base_url ?? preset?.base_url ?? "",
      api_key: "",
      default_model: provider?.default_model ?? preset?.models[0] ?? "",
      models: provider?.models ?? preset?.models ?? [],
    },
    validate: { name: (value) => (value.trim() ? null : t("providers.nameMissing")) },
  });
  const submit = form.onSubmit(({ api_key: key, ...values }) => {
    const presetId = provider?.preset ?? preset?.id ?? "";
    // The server never tells the key, so an empty field means: keep what is stored.
    const draft: ProviderDraft = { ...values, preset: presetId, ...(key && { api_key: key }) };
    save.mutate(
      { provider, draft },
      { onSuccess: onClose, onError: (error) => form.setErrors(errorsByField(error)) },
    );
  });
  const losesKey =
    provider?.key_set === true &&
    !form.values.api_key &&
    originOf(form.values.base_url) !== originOf(provider.base_url);
  const hasFieldErrors = Object.keys(form.errors).length > 0;
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <FormError error={hasFieldErrors ? null : save.error} />
      <TextInput label={t("providers.name")} {...form.getInputProps("name")} />
      <TextInput label={t("providers.baseUrl")} inputMode="url" {...form.getInputProps("base_url")} />
      <PasswordInput
        label={t("providers.key")}
        description={
          <>
            {t("providers.keyHelp")}{" "}
            {preset?.key_page && (
              <a href={preset.key_page} target="_blank" rel="noreferrer">
                {t("providers.keyPage", { host: new URL(preset.key_page).host })}
              </a>
            )}
          </>
        }
        placeholder={provider?.key_set && !losesKey ? t("providers.keyKept") : undefined}
        autoComplete="off"
        data-autofocus
        visibilityToggleButtonProps={{ "aria-label": t("providers.showKey") }}
        {...form.getInputProps("api_key")}
      />
      {losesKey && (
        <Alert color="var(--fl-waiting)" p="xs">
          {t("providers.keyLost")}
        </Alert>
      )}
      <TagsInput
        label={t("providers.models")}
        description={t("providers.modelsHelp")}
        data={preset?.models ?? []}
        {...form.getInputProps("models")}
      />
      <Autocomplete
        label={t("providers.defaultModel")}
        data={form.values.models}
        {...form.getInputProps("default_model")}
      />
      <FormButtons submit={provider ? "save" : "create"} loading={save.isPending} onCancel={onClose} />
    </form>
  );
}

/** Scheme, host and port of an address; the address itself while it is none. */
function originOf(address: string): string {
  try {
    return new URL(address.trim()).origin;
  } catch {
    return address;
  }
}
