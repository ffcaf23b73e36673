/** Objects and lists of objects as fields of their own. */

import { useTranslation } from "react-i18next";
import type { JsonObject } from "@/api/types";
import { IconButton } from "@/components/icon-button";
import { readSchema } from "@/document/form-schema";
import type { ControlProps } from "../control";
import { useNestedForm } from "../nested-form";
import classes from "../schema-form.module.css";
import { AddRowButton } from "./add-row-button";

const NO_ERRORS = {};

export function ObjectControl({ value, onChange, schema, label, context }: ControlProps<JsonObject>) {
  const SchemaForm = useNestedForm();
  return (
    <fieldset className={classes.nested} aria-label={label}>
      <SchemaForm
        schema={schema}
        value={value ?? {}}
        onChange={onChange}
        errors={NO_ERRORS}
        context={context}
      />
    </fieldset>
  );
}

export function ObjectsControl({ value, onChange, schema, label, context }: ControlProps<JsonObject[]>) {
  const { t } = useTranslation("schema-form");
  const SchemaForm = useNestedForm();
  const items = value ?? [];
  const { items: itemSchema = {} } = readSchema(schema);
  return (
    <div className={classes.rows}>
      <ul className={classes.rows} aria-label={label}>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity of their own; their place is it
          <li key={index}>
            <fieldset className={classes.nested} aria-label={t("item", { label, number: index + 1 })}>
              <SchemaForm
                schema={itemSchema}
                value={item}
                onChange={(next) => onChange(items.map((old, at) => (at === index ? next : old)))}
                errors={NO_ERRORS}
                context={context}
              />
              {!context.readOnly && (
                <IconButton
                  icon="trash"
                  iconSize={15}
                  color="gray"
                  label={t("removeItem", { label, number: index + 1 })}
                  onClick={() => onChange(items.filter((_, at) => at !== index))}
                />
              )}
            </fieldset>
          </li>
        ))}
      </ul>
      {!context.readOnly && <AddRowButton label={t("addRow")} onAdd={() => onChange([...items, {}])} />}
    </div>
  );
}
