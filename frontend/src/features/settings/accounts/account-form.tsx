import { Anchor, PasswordInput, Select, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { useAccountServices } from "@/api/queries/settings";
import { queryKeys } from "@/api/query-keys";
import type { AccountService } from "@/api/types";
import { CopyButton } from "@/components/copy-button";
import { useConnectAccount } from "@/components/credentials/use-connect-account";
import { FormButtons } from "@/components/form-buttons";
import { FormError } from "@/components/form-error";
import { IconSelect } from "@/components/icon-select";
import classes from "@/features/settings/settings.module.css";
import { useLocalText } from "@/i18n/local-text";
import { serviceIcon } from "@/lib/service-logos";
import {
  type AccountValues,
  accountDraft,
  fieldErrors,
  type Grant,
  MCP,
  mcpAccountDraft,
  NO_VALUES,
  OTHER,
} from "./account-draft";
import { DeviceCodeSteps } from "./device-code-steps";
import { OtherServiceFields } from "./other-service-fields";

type Props = { onClose: () => void };

/** An app that the person has registered at a service; what it may do is asked of the person right after. */
export function AccountForm({ onClose }: Props) {
  const { t } = useTranslation("settings");
  const text = useLocalText();
  const services = useAccountServices().data ?? [];
  const queryClient = useQueryClient();
  const connect = useConnectAccount();
  const [withCode, setWithCode] = useState<string | null>(null);
  const form = useForm<AccountValues>({
    initialValues: NO_VALUES,
    validate: {
      name: (value) => (value.trim() ? null : t("accounts.nameMissing")),
      client_id: (value, { service }) =>
        value.trim() || service === MCP ? null : t("accounts.clientIdMissing"),
      url: (value, { service }) => (value.trim() || service !== MCP ? null : t("accounts.urlMissing")),
    },
  });
  const create = useMutation({
    mutationFn: async (values: AccountValues) => {
      const made = await (values.service === MCP
        ? api.accounts.createMcp(mcpAccountDraft(values))
        : api.accounts.create(accountDraft(values)));
      await queryClient.invalidateQueries({ queryKey: queryKeys.credentials });
      return made.id;
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const service = services.find(({ id }) => id === form.values.service);
  const isOther = form.values.service === OTHER;
  const isMcp = form.values.service === MCP;
  const choose = (id: string | null) => {
    const chosen = services.find((row) => row.id === id);
    form.setValues({
      ...form.values,
      service: id ?? "",
      name: form.values.name || (chosen ? text(chosen.title) : ""),
      scopes: chosen?.scopes.join("\n") ?? "",
      places: {},
      grant:
        id !== MCP && grants(chosen).includes(form.values.grant) ? form.values.grant : "authorization_code",
    });
  };
  const submit = form.onSubmit(async (values) => {
    if (values.grant === "authorization_code") await connect.mutateAsync(() => create.mutateAsync(values));
    else {
      const made = await create.mutateAsync(values);
      if (values.grant === "device_code") return setWithCode(made);
    }
    onClose();
  });
  if (withCode) return <DeviceCodeSteps id={withCode} onClose={onClose} />;
  const hasFieldErrors = Object.keys(form.errors).length > 0;
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <FormError error={hasFieldErrors ? null : create.error} />
      <IconSelect
        label={t("accounts.service")}
        data={[
          ...services.map(({ id, title }) => ({ value: id, label: text(title) })),
          { value: MCP, label: t("accounts.mcp") },
          { value: OTHER, label: t("accounts.other") },
        ]}
        searchable
        iconOf={(id) => serviceIcon(id, "world")}
        value={form.values.service || null}
        onChange={choose}
      />
      {form.values.service && (
        <>
          {!isMcp && <AppSteps service={service} hasCallback={form.values.grant === "authorization_code"} />}
          <TextInput label={t("accounts.name")} maxLength={200} {...form.getInputProps("name")} />
          {Object.entries(service?.places ?? {}).map(([place, usual]) => (
            <TextInput
              key={place}
              label={t(`accounts.place.${place}`, place)}
              placeholder={usual}
              {...form.getInputProps(`places.${place}`)}
            />
          ))}
          {isMcp ? (
            <TextInput
              label={t("accounts.url")}
              description={t("accounts.urlHelp")}
              {...form.getInputProps("url")}
            />
          ) : (
            <Select
              label={t("accounts.grant")}
              data={grants(service).map((grant) => ({ value: grant, label: t(`accounts.grants.${grant}`) }))}
              allowDeselect={false}
              {...form.getInputProps("grant")}
            />
          )}
          {isOther && <OtherServiceFields form={form} />}
          <TextInput
            label={t("accounts.clientId")}
            description={isMcp ? t("accounts.clientIdHelp") : undefined}
            autoComplete="off"
            {...form.getInputProps("client_id")}
          />
          <PasswordInput
            label={t("accounts.clientSecret")}
            description={t("accounts.clientSecretHelp")}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ "aria-label": t("credentials.showSecret") }}
            {...form.getInputProps("client_secret")}
          />
          {!isMcp && (
            <Textarea
              label={t("accounts.scopes")}
              description={t("accounts.scopesHelp")}
              autosize
              minRows={2}
              maxRows={8}
              {...form.getInputProps("scopes")}
            />
          )}
        </>
      )}
      <FormButtons submit="create" loading={create.isPending || connect.isPending} onCancel={onClose} />
    </form>
  );
}

/** The ways of connecting that a service has; one that is typed in may have all. */
function grants(service: AccountService | undefined): Grant[] {
  const device: Grant[] = service && !service.has_device_codes ? [] : ["device_code"];
  return ["authorization_code", ...device, "client_credentials"];
}

/** What the service has to know of us, shown before anything else. */
function AppSteps({ service, hasCallback }: { service: AccountService | undefined; hasCallback: boolean }) {
  const { t } = useTranslation("settings");
  const text = useLocalText();
  const address = `${window.location.origin}/oauth/callback`;
  return (
    <div className={classes.secret}>
      <p className={classes.rowAbout}>{t(hasCallback ? "accounts.app" : "accounts.appWithoutCallback")}</p>
      {hasCallback && (
        <p className={classes.callback}>
          <code>{address}</code>
          <CopyButton text={address} />
        </p>
      )}
      {service && (
        <Anchor inherit href={service.console} target="_blank" rel="noreferrer">
          {t("accounts.console", { service: text(service.title) })}
        </Anchor>
      )}
    </div>
  );
}
