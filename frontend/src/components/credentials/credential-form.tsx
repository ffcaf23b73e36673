import { Fieldset, Group, NumberInput, PasswordInput, Select, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { ask, at } from "@/api/http";
import * as limits from "@/api/limits.gen";
import { useCredentialKinds } from "@/api/settings";
import type { Credential, CredentialCreate, CredentialKind, JsonObject } from "@/api/types";
import classes from "@/components/credentials/credentials.module.css";
import { ProxyField } from "@/components/credentials/proxy-field";
import { FormButtons } from "@/components/form-buttons";
import { FormError } from "@/components/form-error";
import { type FieldErrors, fieldErrorsOf } from "@/components/schema-form/field-errors";
import { EMPTY_CONTEXT } from "@/components/schema-form/form-context";
import { leftEmpty } from "@/components/schema-form/form-fields";
import { useNestedForm } from "@/components/schema-form/nested-form";
import { useSave } from "@/components/use-save";
import { useLocalText } from "@/i18n/local-text";

/** One secret; what uses it says how it is sent. */
const HTTP_KIND = "http";

type Limit = Required<Pick<CredentialCreate, "max_calls" | "per_seconds">>;

type Props = {
  credential: Credential | null;
  draft?: JsonObject | undefined;
  onSaved: (saved: Credential) => void;
  onClose: () => void;
};

/** Makes a credential, renames one, or replaces its secrets, which nobody can read again. */
export function CredentialForm({ credential, draft, onSaved, onClose }: Props) {
  const { t } = useTranslation("settings");
  const local = useLocalText();
  const save = useSaveCredential(credential);
  const [name, setName] = useState(credential?.name ?? "");
  const [kind, setKind] = useState(credential?.kind ?? HTTP_KIND);
  const [values, setValues] = useState<JsonObject>(draft ?? {});
  const [testValues, setTestValues] = useState<JsonObject>({});
  const [hasTest, setHasTest] = useState(credential?.has_test_values ?? false);
  const [proxy, setProxy] = useState(credential?.proxy ?? "");
  const [limit, setLimit] = useState<Limit | null>(null);
  const shownLimit = limit ?? {
    max_calls: credential?.max_calls ?? 0,
    per_seconds: credential?.per_seconds ?? 60,
  };
  const [isChecked, setIsChecked] = useState(false);
  const kinds = useCredentialKinds().data ?? [];
  const chosen = kinds.find(({ id }) => id === kind);
  const isPlain = kind === HTTP_KIND;
  const decidesProxy = credential?.decides_origins !== false;
  const hasFields = isPlain || chosen !== undefined;
  const missingOf = (set: JsonObject, isNew: boolean): FieldErrors => {
    if (isPlain) return isLeftOut(set, isNew) ? { secret: [t("credentials.secretMissing")] } : {};
    const left = chosen && (isNew || !isEmpty(set)) ? leftEmpty(chosen.values_schema, set) : [];
    return Object.fromEntries(left.map((field) => [field, [t("credentials.fieldMissing")]]));
  };
  const missing: Record<"name" | "values" | "test_values", FieldErrors> = {
    name: name.trim() ? {} : { name: [t("credentials.nameMissing")] },
    values: missingOf(values, credential === null),
    test_values: hasTest ? missingOf(testValues, !credential?.has_test_values) : {},
  };
  const errorsOf = (set: keyof typeof missing): FieldErrors =>
    isChecked && isAnyMissing(missing)
      ? missing[set]
      : fieldErrorsOf(refused, set === "name" ? "" : `/${set}`);
  const refused = save.error instanceof ApiError ? save.error.errors : [];
  const submit = () => {
    setIsChecked(true);
    if (isAnyMissing(missing)) return;
    const hadTest = credential?.has_test_values === true;
    save.mutate(
      {
        name: name.trim(),
        kind,
        ...limit,
        ...(proxy.trim() !== (credential?.proxy ?? "") && { proxy: proxy.trim() }),
        ...(hasFields && (!credential || !isEmpty(values)) && { values }),
        ...(hasTest && (!hadTest || !isEmpty(testValues)) && { test_values: testValues }),
        ...(!hasTest && hadTest && { test_values: {} }),
      },
      { onSuccess: onSaved },
    );
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        // The form of a tool is around the dialog in React's tree.
        event.stopPropagation();
        submit();
      }}
      noValidate
    >
      <FormError error={refused.some(({ pointer }) => hasField(pointer)) ? null : save.error} />
      <TextInput
        label={t("credentials.name")}
        data-autofocus
        maxLength={limits.CredentialCreate.name}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={errorsOf("name").name?.join(" ")}
      />
      {credential === null && kinds.length > 0 && (
        <Select
          label={t("credentials.type")}
          description={chosen ? local(chosen.help) : t("credentials.plainHelp")}
          data={[
            { value: HTTP_KIND, label: t("credentials.plain") },
            ...kinds.map(({ id, title }) => ({ value: id, label: local(title) })),
          ]}
          value={kind}
          allowDeselect={false}
          onChange={(next) => {
            setKind(next ?? HTTP_KIND);
            setValues({});
            setTestValues({});
            setIsChecked(false);
            save.reset();
          }}
        />
      )}
      {hasFields && (
        <>
          <CredentialValues
            kind={chosen}
            value={values}
            onChange={setValues}
            errors={errorsOf("values")}
            isStored={credential !== null}
          />
          <Switch
            label={t("credentials.hasTestValues")}
            description={t("credentials.testValuesHelp")}
            checked={hasTest}
            onChange={({ currentTarget }) => setHasTest(currentTarget.checked)}
          />
          {hasTest && (
            <Fieldset legend={t("credentials.testValues")} className={classes.form}>
              <CredentialValues
                kind={chosen}
                value={testValues}
                onChange={setTestValues}
                errors={errorsOf("test_values")}
                isStored={credential?.has_test_values ?? false}
              />
            </Fieldset>
          )}
        </>
      )}
      <Group grow align="flex-start">
        <NumberInput
          label={t("credentials.maxCalls")}
          description={t("credentials.maxCallsHelp")}
          min={0}
          max={1000}
          allowDecimal={false}
          value={shownLimit.max_calls || ""}
          onChange={(value) => setLimit({ ...shownLimit, max_calls: Number(value) || 0 })}
        />
        <NumberInput
          label={t("credentials.perSeconds")}
          description={t("credentials.perSecondsHelp")}
          min={1}
          max={86400}
          allowDecimal={false}
          value={shownLimit.per_seconds}
          onChange={(value) => setLimit({ ...shownLimit, per_seconds: Number(value) || 60 })}
        />
      </Group>
      {decidesProxy && (
        <ProxyField
          value={proxy}
          onChange={({ currentTarget }) => setProxy(currentTarget.value)}
          error={fieldErrorsOf(refused, "").proxy?.join(" ")}
        />
      )}
      <FormButtons submit={credential ? "save" : "create"} loading={save.isPending} onCancel={onClose} />
    </form>
  );
}

/** True if an error is shown at its field. */
function hasField(pointer: string): boolean {
  return pointer === "/name" || pointer === "/proxy" || pointer.split("/").length > 2;
}

function isAnyMissing(missing: Record<string, FieldErrors>): boolean {
  return Object.values(missing).some((fields) => Object.keys(fields).length > 0);
}

/** Says whether a plain secret has to be typed: where none is stored, or a new user name comes with it. */
function isLeftOut({ secret, username }: JsonObject, isNew: boolean): boolean {
  return !secret && (isNew || Boolean(username));
}

function isEmpty(values: JsonObject): boolean {
  return !Object.values(values).some((value) => value !== "");
}

type Changes = Omit<CredentialCreate, "values"> & Partial<Pick<CredentialCreate, "values">>;

/** Create or update a credential; all lists are refreshed before callbacks run. */
function useSaveCredential(credential: Credential | null) {
  const { t } = useTranslation("settings");
  return useSave(
    ({ kind, ...changes }: Changes) =>
      credential
        ? ask("patch", "/api/credentials/{credential_id}/", {
            ...at({ credential_id: credential.id }),
            body: changes,
          })
        : ask("post", "/api/credentials/", { body: { kind, values: {}, ...changes } }),
    {
      refreshes: ["/api/credentials/", "/api/credentials/*/uses/"],
      done: t("credentials.saved"),
      inPlace: true,
    },
  );
}

type ValuesProps = {
  /** Undefined: one plain secret. */
  kind: CredentialKind | undefined;
  value: JsonObject;
  onChange: (value: JsonObject) => void;
  errors: FieldErrors;
  isStored: boolean;
};

/** The fields of one set of values, which are never read back. */
function CredentialValues({ kind, value, onChange, errors, isStored }: ValuesProps) {
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
