import {
  Alert,
  Autocomplete,
  Button,
  JsonInput,
  PasswordInput,
  Switch,
  TagsInput,
  TextInput,
} from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { errorsByField } from "@/api/errors";
import { ask } from "@/api/http";
import type { Provider, ProviderCreate, ProviderPreset, ProviderReport } from "@/api/types";
import { autosize } from "@/components/autosize";
import { EffortSelect } from "@/components/effort-select";
import { Form } from "@/components/form";
import { FormButtons } from "@/components/form-buttons";
import { FormError } from "@/components/form-error";
import { NumberField } from "@/components/number-field";
import { ProviderTestNote } from "@/components/providers/provider-test-note";
import {
  draftOf,
  initialValues,
  isBody,
  losesKey,
  modelProblem,
  modelsAfter,
  type ProviderValues,
  proposedModel,
} from "@/components/providers/provider-values";
import classes from "@/components/providers/providers.module.css";
import { useProviderActions } from "@/components/providers/use-provider-actions";
import { useSave } from "@/components/use-save";
import { useLocalText } from "@/i18n/local-text";

const addressOf = ({ base_url, api_key }: ProviderCreate) => JSON.stringify([base_url, api_key]);

/** Maximum number of models listed at once; typing finds the others. */
const MOST_OFFERED = 100;

const PRICES = ["input_price", "output_price", "cached_price"] as const;

type Props = {
  provider: Provider | null;
  preset: ProviderPreset | null;
  onClose: () => void;
  onSaved: (saved: Provider) => void;
};

type ListedModels = Pick<ProviderCreate, "models" | "default_model">;

/** Asks the service before it saves; what the service refuses can be saved all the same. */
export function ProviderForm({ provider, preset, onClose, onSaved }: Props) {
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
  const store = (models: Partial<ListedModels> = {}) =>
    save.mutate({ provider, draft: { ...draft, ...models } }, { onSuccess: onSaved, onError: showErrors });

  /** Returns the models to store; null while something is to be mended or decided. */
  function accepted(report: ProviderReport): ListedModels | null {
    const models = modelsAfter(form.values, report);
    const isProposed = provider === null && !form.isDirty("default_model");
    const default_model = isProposed
      ? proposedModel(models, form.values.default_model)
      : form.values.default_model;
    const problem = modelProblem(default_model, report);
    form.setFieldValue("models", models);
    if (isProposed) form.setFieldValue("default_model", default_model);
    if (problem) form.setFieldError("default_model", t(`providers.${problem}`));
    return report.ok && !problem ? { models, default_model } : null;
  }
  async function ask(): Promise<ListedModels | null> {
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
    <Form className={classes.form} noValidate onSubmit={() => void submit()}>
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
          <Button variant="default" loading={save.isPending} onClick={() => store()}>
            {t("providers.saveAnyway")}
          </Button>
        ) : (
          <Button variant="default" loading={trial.isPending} onClick={() => void ask()}>
            {t("providers.try")}
          </Button>
        )}
      </FormButtons>
    </Form>
  );
}

type ProviderModelFieldsProps = {
  form: UseFormReturnType<ProviderValues>;
  /** Models reported by the service, or those of its preset. */
  offered: readonly string[];
};

/** Models that a provider offers to AI nodes, and the default one. */
function ProviderModelFields({ form, offered }: ProviderModelFieldsProps) {
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

type ProviderOptionFieldsProps = {
  form: UseFormReturnType<ProviderValues>;
  /** True if the service supports embeddings. */
  embeds: boolean;
};

/** Advanced options for calling the models of a provider. */
function ProviderOptionFields({ form, embeds }: ProviderOptionFieldsProps) {
  const { t } = useTranslation("settings");
  return (
    <details>
      <summary>{t("providers.advanced")}</summary>
      <div className={classes.form}>
        <EffortSelect
          label={t("providers.effort")}
          description={t("providers.effortHelp")}
          unset={t("providers.effortUnset")}
          value={form.values.effort}
          onChange={(effort) => form.setFieldValue("effort", effort)}
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
        {PRICES.map((price) => (
          <NumberField
            key={price}
            label={t(`providers.${price}`)}
            description={t("providers.priceHelp")}
            min={0}
            value={form.values[price]}
            onChange={(value) => form.setFieldValue(price, value)}
          />
        ))}
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

/** Asks the service with what is typed. A result counts until address or key are typed over. */
function useProviderTrial(id: string | undefined, draft: ProviderCreate) {
  const trial = useSave(
    (tried: ProviderCreate) => ask("post", "/api/providers/try/", { body: { ...tried, ...(id && { id }) } }),
    { inPlace: true },
  );
  const isCurrent = trial.variables !== undefined && addressOf(trial.variables) === addressOf(draft);
  const report: ProviderReport | undefined = isCurrent ? trial.data : undefined;
  return {
    report,
    error: isCurrent ? trial.error : null,
    isPending: trial.isPending,
    run: () => trial.mutateAsync(draft),
  };
}
