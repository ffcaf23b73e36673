/**
 * The form library's view of validity. The server judges values and says so in sentences, so here nothing is refused;
 * the library only has to know which alternative of an `anyOf` a value belongs to.
 *
 * The usual validator compiles schemas with `eval`, which the page's content security policy forbids.
 */

import type { StrictRJSFSchema, ValidatorType } from "@rjsf/utils";

type Check = (value: unknown) => boolean;

const TYPES: Readonly<Record<string, Check>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === "boolean",
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: (value) => Number.isInteger(value),
  array: Array.isArray,
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
};

/** Says whether a value has the type, the constant and the required keys that a schema asks for. */
export function fits(schema: StrictRJSFSchema | boolean, value: unknown): boolean {
  if (typeof schema === "boolean") return schema;
  if (schema.const !== undefined && schema.const !== value) return false;
  if (schema.enum && !schema.enum.some((option) => option === value)) return false;
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => TYPES[type]?.(value))) return false;
  if (typeof value !== "object" || value === null) return true;
  const entries = new Map(Object.entries(value));
  if (schema.required?.some((name) => !entries.has(name))) return false;
  return Object.entries(schema.properties ?? {}).every(
    ([name, property]) => !entries.has(name) || fits(property, entries.get(name)),
  );
}

export const lenientValidator: ValidatorType = {
  isValid: (schema, formData) => fits(schema, formData),
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
};

export default lenientValidator;
