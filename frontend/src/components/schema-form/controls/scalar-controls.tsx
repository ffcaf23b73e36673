/** Small controls for single values. */

import { ColorInput, PasswordInput, SegmentedControl, Switch, Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { autosize } from "@/components/autosize";
import { type ControlProps, inputProps } from "../control";

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

/** `#rrggbb`, or an empty text for the product's own. */
export function ColourControl({ value, onChange, ...props }: ControlProps<string>) {
  return (
    <ColorInput
      {...inputProps(props)}
      format="hex"
      fixOnBlur={false}
      value={value ?? ""}
      onChange={onChange}
    />
  );
}

export function LinesControl({ value, onChange, isNullable, ...props }: ControlProps<string[]>) {
  const { t } = useTranslation("schema-form");
  return (
    <Textarea
      {...inputProps(props)}
      aria-label={props.label}
      placeholder={props.placeholder || t("oneEachLine")}
      {...autosize(2, 10)}
      value={(value ?? []).join("\n")}
      onChange={(event) =>
        onChange(
          event.currentTarget.value === "" ? (isNullable ? null : []) : event.currentTarget.value.split("\n"),
        )
      }
    />
  );
}

/** Several lines without variables: notes. */
export function LongTextControl({ value, onChange, ...props }: ControlProps<string>) {
  return (
    <Textarea
      {...inputProps(props)}
      {...autosize(6, 24)}
      value={value ?? ""}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
