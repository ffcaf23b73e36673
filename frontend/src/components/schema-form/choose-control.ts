/** Selects a field's control: the one named by its schema, else by type. Pure. */

import type { FormSchema } from "@/document/form-schema";
import { type ControlName, isControlName } from "./control-names";

/** Beyond these, nobody finds anything in a form: it is one field of JSON. */
const MAX_LEVELS = 4;
export const MAX_FIELDS = 100;

/** `field` is without null (`withoutNull`); what fits nothing, such as a choice of types, is JSON. */
export function chooseControl(field: FormSchema, isNullable: boolean): ControlName {
  const widget = field["x-widget"];
  if (isControlName(widget)) return widget;
  if (field.enum && field.enum.length > 0) return "select";
  switch (field.type) {
    case "boolean":
      return isNullable ? "tri-state" : "switch";
    case "integer":
    case "number":
      return "number";
    case "string":
      return "text";
    case "object":
      return isForm(field) ? "object" : "json";
    case "array":
      if (field.items?.type === "string") return "lines";
      return field.items && isForm(field.items) ? "objects" : "json";
    default:
      return "json";
  }
}

/** True if an object has fields of its own. */
function isForm({ properties = {} }: FormSchema, levels = MAX_LEVELS): boolean {
  const fields = Object.values(properties);
  if (levels === 0 || fields.length === 0 || fields.length > MAX_FIELDS) return false;
  return fields.every((field) => {
    const inner = withoutNull(field).field;
    const object = inner.items ?? inner;
    return !object.properties || isForm(object, levels - 1);
  });
}

/** Replaces “T or null” by T: an empty field means null, and no choice of type is shown. */
export function withoutNull(field: FormSchema): { field: FormSchema; isNullable: boolean } {
  const { anyOf = [], enum: choices, ...rest } = field;
  const options = anyOf.filter(({ type }) => type !== "null");
  const types = [rest.type].flat();
  const [type, ...others] = types.filter((one) => one !== "null");
  const [only, ...alternatives] = options;
  const isOne = only !== undefined && alternatives.length === 0;
  return {
    field: {
      ...(isOne ? only : {}),
      ...rest,
      ...(options.length > 1 && { anyOf: options }),
      ...(choices && { enum: choices.filter((choice) => choice !== null) }),
      type: others.length > 0 ? undefined : (type ?? (isOne ? withoutNull(only).field.type : undefined)),
    },
    isNullable: options.length < anyOf.length || types.includes("null") || choices?.includes(null) === true,
  };
}
