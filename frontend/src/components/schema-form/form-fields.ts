/** The fields of a config schema of the server (JSON Schema with our x-keys), in their groups and in one language. Pure. */

import type { Json, JsonObject, JsonSchema } from "@/api/types";
import { defaultsOf, type FormSchema, fieldsOf, inLanguage, readSchema } from "@/document/form-schema";
import type { Language } from "@/i18n";
import { localText } from "@/i18n/local-text";
import { chooseControl, withoutNull } from "./choose-control";
import type { ControlName } from "./control-names";

export type FormField = {
  name: string;
  /** Without null, in the language of the form. */
  schema: FormSchema;
  control: ControlName;
  isNullable: boolean;
  isRequired: boolean;
};

/** The fields of no group come first, under an empty id. */
export type FormGroup = { id: string; title: string; collapsed: boolean; fields: FormField[] };

/** Fields that are never shown are left out, and groups without fields. */
export function formGroups(schema: JsonSchema, language: Language): FormGroup[] {
  const { properties = {}, required = [], "x-groups": declared = [] } = readSchema(schema);
  const fields = Object.entries(properties)
    .filter(([, property]) => property["x-widget"] !== "hidden")
    .map(([name, property]): FormField => {
      const { field, isNullable } = withoutNull(inLanguage(property, language));
      const control = chooseControl(field, isNullable);
      return { name, schema: field, control, isNullable, isRequired: required.includes(name) };
    });
  const inGroup = (id: string) => fields.filter((field) => field.schema["x-group"] === id);
  const groups = declared.map((group) => ({
    ...group,
    title: localText(group.title, language),
    fields: inGroup(group.id),
  }));
  const placed = new Set(groups.flatMap((group) => group.fields));
  const rest = fields.filter((field) => !placed.has(field));
  return [{ id: "", title: "", collapsed: false, fields: rest }, ...groups].filter(
    (group) => group.fields.length > 0,
  );
}

/** Displayed value of a form, with defaults. */
export function withDefaults(schema: JsonSchema, value: JsonObject): JsonObject {
  return { ...defaultsOf(schema), ...value };
}

/** An object with another value in one of its fields; without the field when that is undefined. */
export function withField(object: JsonObject, name: string, value: Json | undefined): JsonObject {
  const { [name]: _before, ...others } = object;
  return value === undefined ? others : { ...object, [name]: value };
}

/** Names of the fields that are shown and must not stay empty, but are. */
export function leftEmpty(schema: JsonSchema, value: JsonObject): string[] {
  const values = withDefaults(schema, value);
  return Object.entries(fieldsOf(schema))
    .filter(([name, { minLength, minItems, ...field }]) => {
      const limit = Number(minLength ?? minItems ?? 0);
      return limit > 0 && isShown(field, values) && isBlank(values[name]);
    })
    .map(([name]) => name);
}

/** Pointers of the fields that the form at `place` shows for these values, and with them the errors there. */
export function shownAt(place: string, schema: JsonSchema, value: JsonObject): string[] {
  const values = withDefaults(schema, value);
  return Object.entries(fieldsOf(schema))
    .filter(([, field]) => field["x-widget"] !== "hidden" && isShown(field, values))
    .map(([name]) => `${place}/${name}`);
}

/** The values without those of fields that do not apply, which the server refuses; what depends on them goes, too. */
export function applicableOnly(schema: JsonSchema, value: JsonObject): JsonObject {
  const fields = fieldsOf(schema);
  const values = withDefaults(schema, value);
  const kept = Object.entries(value).filter(([name]) => isShown(fields[name], values));
  if (kept.length < Object.keys(value).length) return applicableOnly(schema, Object.fromEntries(kept));
  return Object.fromEntries(
    kept.map(([name, one]) => {
      const row = fields[name]?.items;
      return [name, row && Array.isArray(one) ? one.map((each) => applicableIn(row, each)) : one];
    }),
  );
}

function applicableIn(schema: JsonSchema, row: Json): Json {
  return typeof row === "object" && row !== null && !Array.isArray(row) ? applicableOnly(schema, row) : row;
}

function isBlank(value: Json | undefined): boolean {
  return Array.isArray(value) ? value.length === 0 : String(value ?? "").trim() === "";
}

/** Says whether a field is shown for these values (`x-show-if`: every named field must hold one of the values). */
export function isShown(property: JsonSchema | undefined, values: Record<string, unknown>): boolean {
  const condition = Object.entries(readSchema(property)["x-show-if"] ?? {});
  return condition.every(([field, allowed]) => allowed.some((value) => value === values[field]));
}
