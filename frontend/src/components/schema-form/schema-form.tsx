/** A form drawn from a schema of the server: its fields in their groups. */

import { Stack } from "@mantine/core";
import { useId, useLayoutEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Json } from "@/api/types";
import { ControlField } from "./control-field";
import { FieldGroup } from "./field-group";
import { type FormField, formGroups, isShown, withDefaults, withField } from "./form-fields";
import { NestedForm, type SchemaFormProps } from "./nested-form";

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
