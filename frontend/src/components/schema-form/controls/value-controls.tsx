import { Autocomplete, ColorInput, PasswordInput, SegmentedControl, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { isTimeUnit, NumberField } from "@/components/number-field";
import { readSchema } from "@/document/form-schema";
import { type ControlProps, inputProps } from "../control";

/** `#rrggbb`, or an empty text for the product's own. */
export function ColourControl({ value, onChange, ...props }: ControlProps<string>) {
  const { t } = useTranslation("schema-form");
  return (
    <ColorInput
      {...inputProps(props)}
      format="hex"
      fixOnBlur={false}
      eyeDropperButtonProps={{ "aria-label": t("pickColour") }}
      value={value ?? ""}
      onChange={onChange}
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

export function NumberControl({ value, onChange, isNullable, ...props }: ControlProps<number | undefined>) {
  const { type, minimum, maximum, default: preset, "x-unit": unit = "" } = readSchema(props.schema);
  return (
    <NumberField
      {...inputProps(props)}
      value={value ?? null}
      isNeeded={!isNullable && preset !== undefined}
      allowDecimal={type !== "integer"}
      min={minimum}
      max={maximum}
      // Units that are words stand in the help, where they are translated.
      time={isTimeUnit(unit) ? unit : undefined}
      onChange={(next) => onChange(next === null && !isNullable ? undefined : next)}
    />
  );
}

/** `2026-12-31`, or an empty text for none. */
export function DayControl({ value, onChange, ...props }: ControlProps<string>) {
  return (
    <TextInput
      {...inputProps(props)}
      type="date"
      value={value ?? ""}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const MOST_SHOWN = 50;

/** The zones that the browser knows are offered; the server may know others by the same kind of name. */
export function TimeZoneControl({ value, onChange, ...props }: ControlProps<string>) {
  return (
    <Autocomplete
      {...inputProps(props)}
      data={Intl.supportedValuesOf("timeZone")}
      limit={MOST_SHOWN}
      value={value ?? ""}
      onChange={onChange}
    />
  );
}
