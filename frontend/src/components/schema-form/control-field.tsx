/** A field of a form: label above its control, help and errors below. */

import { Input } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Json } from "@/api/types";
import { localText } from "@/i18n/local-text";
import { CONTROLS } from "./controls/controls";
import type { FormContext } from "./form-context";
import type { FormField } from "./form-fields";
import classes from "./schema-form.module.css";

type Props = {
  id: string;
  field: FormField;
  value: Json | undefined;
  errors: readonly string[] | undefined;
  context: FormContext;
  /** Takes the new value of this field, or of another one of the same object; undefined takes the field away. */
  onChange: (name: string, value: Json | undefined) => void;
};

export function ControlField({ id, field, value, errors = [], context: whole, onChange }: Props) {
  const { name, schema, control, isNullable, isRequired } = field;
  const { language } = useTranslation().i18n;
  const [isReported, setReported] = useState(false);
  const Control = CONTROLS[control];
  const label = schema.title ?? name;
  const error = isReported ? "" : errors.join(" ");
  const isInPass = schema["x-in-pass"] === true;
  const context = isInPass && whole.passVariables ? { ...whole, variables: whole.passVariables } : whole;
  return (
    <Input.Wrapper
      id={id}
      {...(control !== "labelled-switch" && { label, description: schema.description })}
      error={error || null}
      withAsterisk={isRequired}
      data-field={name}
    >
      <div className={classes.control}>
        <Control
          id={id}
          name={name}
          // Which type it is of, the control knows.
          value={value as never}
          onChange={(next: Json | undefined) => onChange(name, next)}
          changeSibling={onChange}
          schema={schema}
          label={label}
          placeholder={localText(schema["x-placeholder"] ?? "", language)}
          isNullable={isNullable}
          isRequired={isRequired}
          // The parts of the wrapper are named by it.
          describedBy={[error && `${id}-error`, schema.description && `${id}-description`]
            .filter(Boolean)
            .join(" ")}
          invalid={errors.length > 0}
          onErrorsShown={setReported}
          context={context}
        />
      </div>
    </Input.Wrapper>
  );
}
