import { Anchor, Loader, PasswordInput, Select, Textarea, TextInput } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useRefresh } from "@/api/cache";
import { ask } from "@/api/http";
import * as limits from "@/api/limits.gen";
import { useAccountServices } from "@/api/settings";
import type { AccountService } from "@/api/types";
import { CopyButton } from "@/components/copy-button";
import { ProxyField } from "@/components/credentials/proxy-field";
import { FormButtons } from "@/components/form-buttons";
import { FormError } from "@/components/form-error";
import { IconSelect } from "@/components/icon-select";
import { useSave } from "@/components/use-save";
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
import classes from "./accounts.module.css";
import { DeviceCodeSteps } from "./device-code-steps";
import { PermissionBoxes } from "./permission-boxes";
import type { WantedAccount } from "./permissions";
import { useConnectAccount } from "./use-connect-account";

type Props = {
  /** Requirements of the account. */
  wanted?: WantedAccount | null;
  /** It is stored; whether it gets connected shows later. */
  onCreated?: (id: string) => void;
  onClose: () => void;
};

/** An app that the person has registered at a service; what it may do is asked of the person right after. */
export function AccountForm(props: Props) {
  const { t } = useTranslation("settings");
  const services = useAccountServices().data;
  return services ? <Fields {...props} services={services} /> : <Loader aria-label={t("accounts.title")} />;
}

function Fields({ wanted = null, services, onCreated, onClose }: Props & { services: AccountService[] }) {
  const { t } = useTranslation("settings");
  const text = useLocalText();
  const refresh = useRefresh();
  const connect = useConnectAccount();
  const titleOf = (service: AccountService | undefined) => (service ? text(service.title) : "");
  const serviceOf = (values: AccountValues) => services.find(({ id }) => id === values.service);
  const hasBoxes = (values: AccountValues) =>
    values.grant !== "client_credentials" && Boolean(serviceOf(values)?.permissions.length);
  const [withCode, setWithCode] = useState<string | null>(null);
  const chosenService = (id: string, values: AccountValues): AccountValues => {
    const chosen = services.find((row) => row.id === id);
    return {
      ...values,
      service: id,
      name: values.name && values.name !== titleOf(serviceOf(values)) ? values.name : titleOf(chosen),
      permissions: wanted?.service === id ? wanted.permissions : [],
      scopes: "",
      places: {},
      grant: grantOf(id, chosen, wanted?.service === id ? wanted.grant : values.grant),
    };
  };
  const form = useForm<AccountValues>({
    initialValues: chosenService(wanted?.service ?? "", NO_VALUES),
    validate: (values) => {
      const addresses = values.service === OTHER ? neededAddresses(values.grant) : [];
      const places = Object.entries(serviceOf(values)?.places ?? {});
      const unsaid = values.permissions.length === 0 && !values.scopes.trim();
      const errors = [
        !values.service && ["service", t("accounts.serviceMissing")],
        !values.name.trim() && ["name", t("accounts.nameMissing")],
        ...places.map(
          ([place, usual]) =>
            !usual && !values.places[place]?.trim() && [`places.${place}`, t("accounts.placeMissing")],
        ),
        values.service === MCP && !values.url.trim() && ["url", t("accounts.urlMissing")],
        ...addresses.map((field) => !values[field].trim() && [field, t("accounts.addressMissing")]),
        values.service !== MCP && !values.client_id.trim() && ["client_id", t("accounts.clientIdMissing")],
        hasBoxes(values) && unsaid && ["permissions", t("accounts.purposeMissing")],
      ];
      return Object.fromEntries(errors.filter((error) => error !== false));
    },
  });
  const create = useSave(
    async (values: AccountValues) => {
      const made = await (values.service === MCP
        ? ask("post", "/api/accounts/mcp/", { body: mcpAccountDraft(values) })
        : ask("post", "/api/accounts/", { body: accountDraft(values, serviceOf(values)) }));
      await refresh("/api/credentials/", "/api/credentials/*/uses/");
      onCreated?.(made.id);
      return made.id;
    },
    {
      onSuccess: (made, { grant }) => (grant === "device_code" ? setWithCode(made) : onClose()),
      form,
      onError: (error) => form.setErrors(fieldErrors(error)),
    },
  );
  const service = serviceOf(form.values);
  const isOther = form.values.service === OTHER;
  const isMcp = form.values.service === MCP;
  const submit = form.onSubmit((values) =>
    values.grant === "authorization_code"
      ? connect.mutate({ account: () => create.mutateAsync(values) })
      : create.mutate(values),
  );
  if (withCode) return <DeviceCodeSteps id={withCode} onClose={onClose} />;
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        // The form of a tool is around the dialog in React's tree.
        event.stopPropagation();
        submit(event);
      }}
      noValidate
    >
      <FormError error={create.formError} />
      <IconSelect
        label={t("accounts.service")}
        data={[
          ...services.map(({ id, title }) => ({ value: id, label: text(title) })),
          { value: MCP, label: t("accounts.mcp") },
          { value: OTHER, label: t("accounts.other") },
        ]}
        searchable
        // The dialog looks for its first field before the services are known.
        autoFocus
        data-autofocus
        // The list would open with the dialog, and take its first Escape.
        openOnFocus={false}
        iconOf={(id) => serviceIcon(id, "world")}
        value={form.values.service || null}
        error={form.errors.service}
        onChange={(id) => form.setValues(chosenService(id ?? "", form.values))}
      />
      {form.values.service && (
        <>
          {!isMcp && <AppSteps service={service} hasCallback={form.values.grant === "authorization_code"} />}
          <TextInput
            label={t("accounts.name")}
            maxLength={limits.AccountCreate.name}
            {...form.getInputProps("name")}
          />
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
          {service && hasBoxes(form.values) && (
            <PermissionBoxes
              service={service}
              chosen={form.values.permissions}
              error={form.errors.permissions}
              onChange={(chosen) => form.setFieldValue("permissions", chosen)}
            />
          )}
          {isMcp ? (
            <ProxyField {...form.getInputProps("proxy")} />
          ) : (
            <Textarea
              label={t(hasBoxes(form.values) ? "accounts.moreScopes" : "accounts.scopes")}
              description={t("accounts.scopesHelp")}
              autosize
              minRows={1}
              maxRows={8}
              {...form.getInputProps("scopes")}
            />
          )}
        </>
      )}
      <FormButtons
        submit={form.values.grant === "client_credentials" ? "create" : "connect"}
        loading={create.isPending || connect.isPending}
        onCancel={onClose}
      />
    </form>
  );
}

/** The ways of connecting that a service has; one that is typed in may have all. */
function grants(service: AccountService | undefined): Grant[] {
  const consent: Grant[] = service && !service.has_consent ? [] : ["authorization_code"];
  const device: Grant[] = service && !service.has_device_codes ? [] : ["device_code"];
  return [...consent, ...device, "client_credentials"];
}

function grantOf(id: string, service: AccountService | undefined, wished: Grant): Grant {
  if (id === MCP) return "authorization_code";
  const found = grants(service);
  return found.find((grant) => grant === wished) ?? found[0] ?? "authorization_code";
}

function neededAddresses(grant: Grant): ("authorize_url" | "device_url" | "token_url")[] {
  if (grant === "authorization_code") return ["authorize_url", "token_url"];
  return grant === "device_code" ? ["device_url", "token_url"] : ["token_url"];
}

type AppProps = {
  /** Undefined for addresses that people enter. */
  service: AccountService | undefined;
  hasCallback: boolean;
};

/** Steps at the service that come before the fields, in the words of its pages. */
function AppSteps({ service, hasCallback }: AppProps) {
  const { t } = useTranslation("settings");
  const text = useLocalText();
  const { app = null, console = "" } = service ?? {};
  if (!service || !app)
    return (
      <div className={classes.app}>
        <p>{t(hasCallback ? "accounts.app" : "accounts.appWithoutCallback")}</p>
        {hasCallback && <Callback />}
      </div>
    );
  return (
    <ol className={classes.app}>
      <li>
        <Anchor inherit underline="always" href={console} target="_blank" rel="noreferrer">
          {t("accounts.console", { service: text(service.title) })}
        </Anchor>{" "}
        {t("accounts.steps.make", { made: app.made })}
      </li>
      {hasCallback && (
        <li>
          {t("accounts.steps.callback", { field: app.callback })}
          <Callback />
        </li>
      )}
      <li>{t("accounts.steps.copy", { id: app.client_id, secret: app.client_secret })}</li>
    </ol>
  );
}

function Callback() {
  const address = `${window.location.origin}/oauth/callback`;
  return (
    <p className={classes.callback}>
      <code>{address}</code>
      <CopyButton text={address} />
    </p>
  );
}

function OtherServiceFields({ form }: { form: UseFormReturnType<AccountValues> }) {
  const { t } = useTranslation("settings");
  return (
    <>
      {form.values.grant === "authorization_code" && (
        <TextInput label={t("accounts.authorizeUrl")} {...form.getInputProps("authorize_url")} />
      )}
      {form.values.grant === "device_code" && (
        <TextInput label={t("accounts.deviceUrl")} {...form.getInputProps("device_url")} />
      )}
      <TextInput label={t("accounts.tokenUrl")} {...form.getInputProps("token_url")} />
      <TextInput
        label={t("accounts.origin")}
        description={t("accounts.originHelp")}
        {...form.getInputProps("origin")}
      />
    </>
  );
}
