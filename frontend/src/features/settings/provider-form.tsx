import { Alert, Button, PasswordInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { errorsByField } from "@/api/errors";
import type { Provider, ProviderPreset, ProviderTest } from "@/api/types";
import { FormButtons } from "@/components/form-buttons";
import { FormError } from "@/components/form-error";
import { ProviderModelFields } from "@/features/settings/provider-model-fields";
import { ProviderOptionFields } from "@/features/settings/provider-option-fields";
import { ProviderTestNote } from "@/features/settings/provider-test-note";
import {
  draftOf,
  initialValues,
  isBody,
  losesKey,
  modelProblem,
  modelsAfter,
  type ProviderValues,
} from "@/features/settings/provider-values";
import classes from "@/features/settings/settings.module.css";
import { useProviderActions } from "@/features/settings/use-provider-actions";
import { useProviderTrial } from "@/features/settings/use-provider-trial";
import { useLocalText } from "@/i18n/local-text";

type Props = { provider: Provider | null; preset: ProviderPreset | null; onClose: () => void };

/** Asks the service before it saves; what the service refuses can be saved all the same. */
export function ProviderForm({ provider, preset, onClose }: Props) {
  const { t } = useTranslation("settings");
  const local = useLocalText();
  const { save } = useProviderActions();
  const form = useForm<ProviderValues>({
    initialValues: initialValues(provider, preset, preset ? local(preset.title) : ""),
    validate: {
      name: (value) => (value.trim() ? null : t("providers.nameMissing")),
      body: (value) => (isBody(value) ? null : t("providers.bodyBroken")),
    },
  });
  const draft = draftOf(form.values, provider?.preset ?? preset?.id ?? "");
  const trial = useProviderTrial(provider?.id, draft);
  const showErrors = (error: unknown) => form.setErrors(errorsByField(error));
  const store = (models: string[]) =>
    save.mutate({ provider, draft: { ...draft, models } }, { onSuccess: onClose, onError: showErrors });

  /** Returns the models to store; null while something is to be mended or decided. */
  function accepted(report: ProviderTest): string[] | null {
    const models = modelsAfter(form.values, report);
    const problem = modelProblem(form.values, report);
    form.setFieldValue("models", models);
    if (problem) form.setFieldError("default_model", t(`providers.${problem}`));
    return report.ok && !problem ? models : null;
  }
  async function ask(): Promise<string[] | null> {
    if (form.validate().hasErrors) return null;
    try {
      return accepted(await trial.run());
    } catch (error) {
      showErrors(error);
      return null;
    }
  }
  async function submit() {
    const models = trial.report?.ok ? accepted(trial.report) : await ask();
    if (models) store(models);
  }
  const isKeyLost = losesKey(provider, form.values);
  const hasFieldErrors = Object.keys(form.errors).length > 0;
  const { report } = trial;
  const isRefused = trial.error !== null || (report !== undefined && (!report.ok || hasFieldErrors));
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
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
        placeholder={provider?.key_set && !isKeyLost ? t("providers.keyKept") : undefined}
        autoComplete="off"
        data-autofocus
        visibilityToggleButtonProps={{ "aria-label": t("providers.showKey") }}
        {...form.getInputProps("api_key")}
      />
      {isKeyLost && (
        <Alert color="var(--fl-waiting)" p="xs">
          {t("providers.keyLost")}
        </Alert>
      )}
      <ProviderTestNote result={report} error={hasFieldErrors ? null : trial.error} />
      <ProviderModelFields
        form={form}
        offered={report?.models.length ? report.models : (preset?.models ?? [])}
      />
      <ProviderOptionFields form={form} embeds={(provider ?? preset)?.wire === "openai"} />
      <FormButtons
        submit={provider ? "save" : "create"}
        loading={save.isPending || trial.isPending}
        onCancel={onClose}
      >
        {isRefused ? (
          <Button variant="default" loading={save.isPending} onClick={() => store(form.values.models)}>
            {t("providers.saveAnyway")}
          </Button>
        ) : (
          <Button variant="default" loading={trial.isPending} onClick={() => void ask()}>
            {t("providers.try")}
          </Button>
        )}
      </FormButtons>
    </form>
  );
}
