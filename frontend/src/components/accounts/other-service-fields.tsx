import { TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";
import type { AccountValues } from "./account-draft";

export function OtherServiceFields({ form }: { form: UseFormReturnType<AccountValues> }) {
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
