/** One of the person's credentials for HTTP requests, or a new one; where the schema says so, a model provider's key. */

import { Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCredentials, useProviders } from "@/api/settings";
import { wantedAccount } from "@/components/accounts/permissions";
import { lazyComponent } from "@/components/lazy-component";
import { type ControlProps, inputProps } from "../control";

const CredentialModal = lazyComponent(
  async () => (await import("@/components/credentials/credential-modal")).CredentialModal,
);
const AccountModal = lazyComponent(
  async () => (await import("@/components/accounts/account-modal")).AccountModal,
);
const AccountNote = lazyComponent(
  async () => (await import("@/components/accounts/account-note")).AccountNote,
);
/** Secrets of tools and of model providers, which sign nothing else. */
const OF_OTHERS = ["tool", "model_provider"];
const PROVIDER = "provider:";
const NEW = "new";
const NEW_ACCOUNT = "new-account";

export function CredentialControl({ value, onChange, ...props }: ControlProps<string>) {
  const { t } = useTranslation("schema-form");
  const [adding, setAdding] = useState<string | null>(null);
  const stop = () => setAdding(null);
  const wanted = wantedAccount(props.schema);
  const stored = useCredentials().data;
  const options = (stored ?? [])
    .filter(({ kind }) => !OF_OTHERS.includes(kind))
    .map(({ id, name }) => ({ value: id, label: name }));
  const chosen = stored?.find(({ id }) => id === value);
  const services = (props.schema["x-providers"] ?? []) as string[];
  const providers = useProviders(services.length > 0).data;
  const keys = (providers ?? [])
    .filter(({ preset, enabled, key_set }) => services.includes(preset) && enabled && key_set)
    .map(({ id, name }) => ({ value: PROVIDER + id, label: name }));
  const loaded = value?.startsWith(PROVIDER) ? providers : stored;
  if (value && loaded && ![...options, ...keys].some((option) => option.value === value))
    options.push({ value, label: t("missingCredential") });
  return (
    <>
      <Select
        {...inputProps(props)}
        data={[
          ...(keys.length > 0 ? [{ group: t("modelProviders"), items: keys }] : []),
          ...options,
          { value: NEW_ACCOUNT, label: t("newAccount") },
          { value: NEW, label: t("newCredential") },
        ]}
        value={value || null}
        placeholder={t("noCredential")}
        clearable
        searchable={options.length + keys.length > 6}
        onChange={(next) => (next === NEW || next === NEW_ACCOUNT ? setAdding(next) : onChange(next ?? ""))}
      />
      {chosen?.account && <AccountNote credential={chosen} account={chosen.account} wanted={wanted} />}
      {adding === NEW && (
        <CredentialModal edited="new" onClose={stop} onSaved={(saved) => onChange(saved.id)} />
      )}
      {adding === NEW_ACCOUNT && <AccountModal wanted={wanted} onClose={stop} onCreated={onChange} />}
    </>
  );
}
