/** One of the person's credentials for HTTP requests, or a new one. */

import { Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCredentials } from "@/api/queries/settings";
import { lazyComponent } from "@/components/lazy-component";
import { type ControlProps, inputProps } from "../control";

const CredentialModal = lazyComponent(
  async () => (await import("@/components/credentials/credential-modal")).CredentialModal,
);
/** Secrets of tools and of model providers, which sign nothing else. */
const OF_OTHERS = ["tool", "model_provider"];
const NEW = "new";

export function CredentialControl({ value, onChange, ...props }: ControlProps<string>) {
  const { t } = useTranslation("schema-form");
  const [adding, setAdding] = useState(false);
  const stored = useCredentials().data;
  const options = (stored ?? [])
    .filter(({ kind }) => !OF_OTHERS.includes(kind))
    .map(({ id, name }) => ({ value: id, label: name }));
  if (value && stored && !options.some((option) => option.value === value))
    options.push({ value, label: t("missingCredential") });
  return (
    <>
      <Select
        {...inputProps(props)}
        data={[...options, { value: NEW, label: t("newCredential") }]}
        value={value || null}
        placeholder={t("noCredential")}
        clearable
        searchable={options.length > 6}
        onChange={(next) => (next === NEW ? setAdding(true) : onChange(next ?? ""))}
      />
      {adding && (
        <CredentialModal
          edited="new"
          onClose={() => setAdding(false)}
          onSaved={(saved) => onChange(saved.id)}
        />
      )}
    </>
  );
}
