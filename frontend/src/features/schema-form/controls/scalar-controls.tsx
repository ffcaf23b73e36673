/** Small controls for single values. */

import { PasswordInput, SegmentedControl, Switch, Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ControlProps } from "../control";

export function SwitchControl({ id, value, onChange, label, context }: ControlProps<boolean>) {
  return (
    <Switch
      id={id}
      aria-label={label}
      mt={4}
      checked={value === true}
      disabled={context.readOnly}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

/** On, off, or left to the product. */
export function TriStateControl({ value, onChange, label, context }: ControlProps<boolean>) {
  const { t } = useTranslation("schema-form");
  return (
    <SegmentedControl
      size="xs"
      display="flex"
      w="fit-content"
      aria-label={label}
      disabled={context.readOnly}
      value={typeof value === "boolean" ? String(value) : "auto"}
      onChange={(next) => onChange(next === "auto" ? null : next === "true")}
      data={[
        { value: "auto", label: t("automatic") },
        { value: "true", label: t("on") },
        { value: "false", label: t("off") },
      ]}
    />
  );
}

/** A value that goes to the server and never comes back: an empty field keeps what is stored. */
export function SecretControl({ id, value, onChange, placeholder, invalid, context }: ControlProps<string>) {
  const { t } = useTranslation("schema-form");
  const name = id.split("_").pop() ?? "";
  const stored = context.secretsSet.includes(name);
  return (
    <PasswordInput
      id={id}
      value={value ?? ""}
      autoComplete="new-password"
      placeholder={stored ? t("secretStored") : placeholder}
      error={invalid}
      disabled={context.readOnly}
      onChange={(event) => onChange(event.currentTarget.value === "" ? null : event.currentTarget.value)}
    />
  );
}

export function LinesControl({ id, value, onChange, placeholder, invalid, context }: ControlProps<string[]>) {
  const { t } = useTranslation("schema-form");
  return (
    <Textarea
      id={id}
      autosize
      minRows={2}
      maxRows={10}
      value={(value ?? []).join("\n")}
      placeholder={placeholder || t("oneEachLine")}
      error={invalid}
      disabled={context.readOnly}
      onChange={(event) =>
        onChange(event.currentTarget.value === "" ? [] : event.currentTarget.value.split("\n"))
      }
    />
  );
}

/** Several lines without variables: notes. */
export function LongTextControl({
  id,
  value,
  onChange,
  placeholder,
  invalid,
  context,
}: ControlProps<string>) {
  return (
    <Textarea
      id={id}
      autosize
      minRows={6}
      maxRows={24}
      value={value ?? ""}
      placeholder={placeholder}
      error={invalid}
      disabled={context.readOnly}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
