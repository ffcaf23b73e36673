import { Switch, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import * as limits from "@/api/limits.gen";
import type { EnvVariable } from "@/api/types";
import { FormButtons } from "@/components/form-buttons";
import { FormError } from "@/components/form-error";
import { useSave } from "@/components/use-save";
import classes from "@/features/settings/settings.module.css";

/** Maximum length of a name. Set here because a path parameter has no limit in the OpenAPI document. */
const MAX_NAME = 64;

/** `variable` is null for a new one; its name must not be in `taken`. */
type Props = { variable: EnvVariable | null; taken: readonly string[]; onClose: () => void };

export function VariableForm({ variable, taken, onClose }: Props) {
  const { t } = useTranslation("settings");
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
  const set = useSave(
    ({ name, hasTestValue, test_value, ...given }: typeof form.values) =>
      ask("put", "/api/variables/{variable_name}/", {
        ...at({ variable_name: name.trim() }),
        body: { ...given, test_value: hasTestValue ? test_value : null },
      }),
    { refreshes: ["/api/variables/"], done: t("variables.saved"), form, onSuccess: onClose },
  );
  const text = { autosize: true, minRows: 1, maxRows: 8, maxLength: limits.VariableSet.value } as const;
  return (
    <form className={classes.form} onSubmit={form.onSubmit((values) => set.mutate(values))} noValidate>
      <FormError error={set.formError} />
      {!variable && (
        <TextInput
          label={t("variables.name")}
          description={t("variables.nameHelp")}
          data-autofocus
          maxLength={MAX_NAME}
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
      <TextInput
        label={t("variables.description")}
        maxLength={limits.VariableSet.description}
        {...form.getInputProps("description")}
      />
      <FormButtons submit={variable ? "save" : "create"} loading={set.isPending} onCancel={onClose} />
    </form>
  );
}
