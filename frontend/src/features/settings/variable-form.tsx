import { Switch, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { errorsByField } from "@/api/errors";
import { useVariableChanges } from "@/api/queries/variables";
import type { EnvVariable } from "@/api/types";
import { FormButtons } from "@/components/form-buttons";
import { FormError } from "@/components/form-error";
import { notifyDone } from "@/components/notify";
import classes from "@/features/settings/settings.module.css";

const MAX_VALUE = 20_000;

/** `variable` is null for a new one; its name must not be in `taken`. */
type Props = { variable: EnvVariable | null; taken: readonly string[]; onClose: () => void };

export function VariableForm({ variable, taken, onClose }: Props) {
  const { t } = useTranslation("settings");
  const { set } = useVariableChanges();
  const form = useForm({
    initialValues: {
      name: variable?.name ?? "",
      value: variable?.value ?? "",
      hasTestValue: variable !== null && variable.test_value !== null,
      test_value: variable?.test_value ?? "",
      description: variable?.description ?? "",
    },
    validate: {
      name: (name) => {
        if (variable) return null;
        if (name.trim() === "") return t("variables.nameMissing");
        return taken.includes(name.trim()) ? t("variables.nameTaken") : null;
      },
    },
  });
  const submit = form.onSubmit(({ name, hasTestValue, test_value: testValue, ...given }) =>
    set.mutate(
      { ...given, name: name.trim(), test_value: hasTestValue ? testValue : null },
      {
        onSuccess: () => {
          notifyDone(t("variables.saved"));
          onClose();
        },
        onError: (error) => form.setErrors(errorsByField(error)),
      },
    ),
  );
  const hasFieldErrors = Object.keys(form.errors).length > 0;
  const text = { autosize: true, minRows: 1, maxRows: 8, maxLength: MAX_VALUE } as const;
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <FormError error={hasFieldErrors ? null : set.error} />
      {!variable && (
        <TextInput
          label={t("variables.name")}
          description={t("variables.nameHelp")}
          data-autofocus
          maxLength={64}
          spellCheck={false}
          {...form.getInputProps("name")}
        />
      )}
      <Textarea
        label={t("variables.value")}
        data-autofocus={variable ? true : undefined}
        {...text}
        {...form.getInputProps("value")}
      />
      <Switch
        label={t("variables.hasTestValue")}
        {...form.getInputProps("hasTestValue", { type: "checkbox" })}
      />
      {form.values.hasTestValue && (
        <Textarea label={t("variables.testValue")} {...text} {...form.getInputProps("test_value")} />
      )}
      <TextInput label={t("variables.description")} maxLength={500} {...form.getInputProps("description")} />
      <FormButtons submit={variable ? "save" : "create"} loading={set.isPending} onCancel={onClose} />
    </form>
  );
}
