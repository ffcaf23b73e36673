/** Shows one of our controls as a field of the form library: label above, help and errors below. */

import { Input } from "@mantine/core";
import type { FieldProps } from "@rjsf/utils";
import { useState } from "react";
import { isControlName } from "./control-names";
import { CONTROLS } from "./controls/controls";
import type { FormContext } from "./form-context";
import classes from "./schema-form.module.css";

const GROUPS_OF_INPUTS = new Set(["array", "object"]);

export function ControlField(props: FieldProps) {
  const { fieldPathId, formData, onChange, schema, uiSchema, rawErrors, required, name, registry } = props;
  const [isReported, setReported] = useState(false);
  const control = uiSchema?.["ui:field"];
  const Control = isControlName(control) ? CONTROLS[control] : undefined;
  if (!Control) return null;
  const label = typeof schema.title === "string" ? schema.title : name;
  const errors = rawErrors && rawErrors.length > 0 ? rawErrors.join(" ") : null;
  const isGroup = typeof schema.type === "string" && GROUPS_OF_INPUTS.has(schema.type);
  const whole: FormContext = registry.formContext;
  const isInPass = schema["x-in-pass"] === true;
  const context = isInPass && whole.passVariables ? { ...whole, variables: whole.passVariables } : whole;
  return (
    <Input.Wrapper
      id={fieldPathId.$id}
      label={label}
      description={schema.description}
      error={isReported ? null : errors}
      withAsterisk={required}
      labelElement={isGroup ? "div" : "label"}
      data-field={name}
    >
      <div className={classes.control}>
        <Control
          id={fieldPathId.$id}
          // Which type it is of, the control knows.
          value={formData as never}
          onChange={(value: unknown) => onChange(value, fieldPathId.path)}
          changeSibling={(field, value) => onChange(value, [...fieldPathId.path.slice(0, -1), field])}
          schema={schema}
          label={label}
          placeholder={typeof uiSchema?.["ui:placeholder"] === "string" ? uiSchema["ui:placeholder"] : ""}
          invalid={errors !== null}
          onErrorsShown={setReported}
          context={context}
        />
      </div>
    </Input.Wrapper>
  );
}
