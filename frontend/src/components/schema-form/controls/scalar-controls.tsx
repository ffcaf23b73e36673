/** Small controls for single values. */

import { Switch, Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { autosize } from "@/components/autosize";
import { readSchema } from "@/document/form-schema";
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

/** A switch with its texts beside it: the field has none above. */
export function LabelledSwitch({ schema, label, ...props }: ControlProps<boolean>) {
  return (
    <Switch
      {...inputProps(props)}
      label={label}
      description={readSchema(schema).description}
      checked={props.value === true}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
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
  const { "x-longest": maxLength, "x-rows": rows = [6, 24] } = readSchema(props.schema);
  return (
    <Textarea
      {...inputProps(props)}
      {...autosize(...rows)}
      maxLength={maxLength}
      value={value ?? ""}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
