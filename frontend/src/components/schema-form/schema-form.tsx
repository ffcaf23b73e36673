/** A form drawn from a schema of the server: its fields in their groups. */

import { Input, Stack } from "@mantine/core";
import { useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Json } from "@/api/types";
import { localText } from "@/i18n/local-text";
import { CONTROLS } from "./controls/controls";
import { FieldGroup } from "./field-group";
import type { FormContext } from "./form-context";
import { type FormField, formGroups, isShown, withDefaults, withField } from "./form-fields";
import { NestedForm, type SchemaFormProps } from "./nested-form";
import classes from "./schema-form.module.css";

export function SchemaForm({ schema, value, onChange, errors, context }: SchemaFormProps) {
  const id = useId();
  const { language } = useTranslation().i18n;
  const groups = useMemo(() => formGroups(schema, language), [schema, language]);
  const formContext = useMemo(() => ({ ...context, values: value }), [context, value]);
  // Looking is not an edit: a default is stored with the first edit of its own field.
  const shown = useMemo(() => withDefaults(schema, value), [schema, value]);
  // Two fields may change before the form is drawn again, and one that waited for the server long after.
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  }, [value]);
  const change = (name: string, next: Json | undefined) => {
    latest.current = withField(latest.current, name, next);
    onChange(latest.current);
  };
  const draw = (field: FormField) => (
    <ControlField
      key={field.name}
      id={`${id}${field.name}`}
      field={field}
      value={Object.hasOwn(shown, field.name) ? shown[field.name] : undefined}
      errors={Object.hasOwn(errors, field.name) ? errors[field.name] : undefined}
      context={formContext}
      onChange={change}
    />
  );
  return (
    <NestedForm value={SchemaForm}>
      <Stack gap="md">
        {groups.map((group) => {
          const fields = group.fields.filter((field) => isShown(field.schema, shown));
          if (fields.length === 0) return null;
          // A single group needs no heading: the place where the form stands has one.
          if (!group.id || groups.length === 1)
            return (
              <Stack key="main" gap="md">
                {fields.map(draw)}
              </Stack>
            );
          return (
            <FieldGroup
              key={group.id}
              title={group.title}
              collapsed={group.collapsed}
              faulty={fields.some(({ name }) => Object.hasOwn(errors, name))}
            >
              {fields.map(draw)}
            </FieldGroup>
          );
        })}
      </Stack>
    </NestedForm>
  );
}

type Props = {
  id: string;
  field: FormField;
  value: Json | undefined;
  errors: readonly string[] | undefined;
  context: FormContext;
  /** Takes the new value of this field, or of another one of the same object; undefined takes the field away. */
  onChange: (name: string, value: Json | undefined) => void;
};

function ControlField({ id, field, value, errors = [], context: whole, onChange }: Props) {
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
