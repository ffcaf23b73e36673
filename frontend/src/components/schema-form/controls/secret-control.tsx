import { PasswordInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type ControlProps, inputProps } from "../control";

/** A value that goes to the server and never comes back: an empty field keeps what is stored. */
export function SecretControl({ value, onChange, ...props }: ControlProps<string>) {
  const { t } = useTranslation("schema-form");
  const stored = props.context.secretsSet.includes(props.name);
  return (
    <PasswordInput
      {...inputProps(props)}
      {...(stored && { placeholder: t("secretStored") })}
      value={value ?? ""}
      autoComplete="new-password"
      onChange={(event) => onChange(event.currentTarget.value === "" ? null : event.currentTarget.value)}
    />
  );
}
