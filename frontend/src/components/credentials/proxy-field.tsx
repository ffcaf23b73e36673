/** The proxy of one credential or account, with the name and password that it wants. */

import { TextInput, type TextInputProps } from "@mantine/core";
import { useTranslation } from "react-i18next";
import * as limits from "@/api/limits.gen";

type Props = Pick<TextInputProps, "value" | "defaultValue" | "onChange" | "onBlur" | "onFocus" | "error">;

export function ProxyField(props: Props) {
  const { t } = useTranslation("settings");
  return (
    <TextInput
      label={t("credentials.proxy")}
      description={t("credentials.proxyHelp")}
      placeholder="http://user:password@proxy.example.com:3128"
      autoComplete="off"
      maxLength={limits.CredentialCreate.proxy}
      {...props}
    />
  );
}
