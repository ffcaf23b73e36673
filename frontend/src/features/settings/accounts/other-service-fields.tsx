import { TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";
import type { AccountValues } from "./account-draft";

export function OtherServiceFields({ form }: { form: UseFormReturnType<AccountValues> }) {
  const { t } = useTranslation("settings");
  return (
    <>
      {!form.values.byItself && (
        <TextInput label={t("accounts.authorizeUrl")} {...form.getInputProps("authorize_url")} />
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
