import { PasswordInput, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { CredentialKind, JsonObject } from "@/api/types";
import type { FieldErrors } from "@/components/schema-form/field-errors";
import { EMPTY_CONTEXT } from "@/components/schema-form/form-context";
import { useNestedForm } from "@/components/schema-form/nested-form";

type Props = {
  /** Undefined: one plain secret. */
  kind: CredentialKind | undefined;
  value: JsonObject;
  onChange: (value: JsonObject) => void;
  errors: FieldErrors;
  isStored: boolean;
};

/** The fields of one set of values, which are never read back. */
export function CredentialValues({ kind, value, onChange, errors, isStored }: Props) {
  const { t } = useTranslation("settings");
  const SchemaForm = useNestedForm();
  if (kind) {
    return (
      <SchemaForm
        schema={kind.values_schema}
        value={value}
        onChange={onChange}
        errors={errors}
        context={EMPTY_CONTEXT}
      />
    );
  }
  const { username: _, ...withoutName } = value;
  return (
    <>
      <TextInput
        label={t("credentials.username")}
        description={t("credentials.usernameHelp")}
        autoComplete="off"
        value={String(value.username ?? "")}
        onChange={({ currentTarget: { value: username } }) =>
          onChange(username ? { ...value, username } : withoutName)
        }
        error={errors.username?.join(" ")}
      />
      <PasswordInput
        label={t("credentials.secret")}
        description={t(isStored ? "credentials.secretKept" : "credentials.secretHelp")}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ "aria-label": t("credentials.showSecret") }}
        value={String(value.secret ?? "")}
        onChange={({ currentTarget: { value: secret } }) => onChange({ ...value, secret })}
        error={errors.secret?.join(" ")}
      />
    </>
  );
}
