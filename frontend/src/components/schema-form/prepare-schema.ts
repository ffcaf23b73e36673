/**
 * Turns a config schema of the server (JSON Schema with our x-keys) into what the form library wants: a schema with
 * texts in one language and a uiSchema that names the control of each field. Pure.
 */

import type { RJSFSchema, UiSchema } from "@rjsf/utils";
import type { JsonSchema } from "@/api/types";
import { type FormSchema, inLanguage, readSchema } from "@/document/form-schema";
import type { Language } from "@/i18n";
import { localText } from "@/i18n/local-text";
import { isControlName } from "./control-names";
import type { FormGroup } from "./form-context";

type PreparedSchema = { schema: RJSFSchema; uiSchema: UiSchema; groups: FormGroup[] };

/** Replaces `anyOf [T, null]` by T: an empty field means null, no choice of type is shown. */
function withoutNull(property: FormSchema): { property: FormSchema; nullable: boolean } {
  const { anyOf: options = [], ...rest } = property;
  const real = options.filter((option) => option.type !== "null");
  if (real.length === options.length) return { property, nullable: false };
  const [only, ...others] = real;
  return only && others.length === 0
    ? { property: { ...only, ...rest, type: rest.type ?? only.type }, nullable: true }
    : { property: { ...rest, anyOf: real }, nullable: true };
}

const SYMBOLS = new Set(["ms", "s"]);

function uiFor(property: FormSchema, nullable: boolean, language: Language): UiSchema {
  const ui: UiSchema = {};
  const widget = property["x-widget"];
  if (widget === "hidden") ui["ui:widget"] = "hidden";
  else if (isControlName(widget)) ui["ui:field"] = widget;
  else if (property.type === "boolean") ui["ui:field"] = nullable ? "tri-state" : "switch";
  const labels = property["x-enum-labels"];
  if (property.enum && labels)
    ui["ui:enumNames"] = property.enum.map(
      (value) => localText(labels[String(value)] ?? "", language) || String(value),
    );
  // The library shows the help of every field but that of a choice.
  if (property.enum && property.description !== undefined) ui["ui:description"] = property.description;
  const placeholder = localText(property["x-placeholder"] ?? "", language);
  if (placeholder) ui["ui:placeholder"] = placeholder;
  const unit = property["x-unit"];
  // Units that are words stand in the help, where they are translated.
  if (unit && SYMBOLS.has(unit)) ui["ui:suffix"] = ` ${unit}`;
  if (nullable) ui["ui:emptyValue"] = null;
  else if (property.type === "string") ui["ui:emptyValue"] = "";
  return ui;
}

/** A field with a control of its own: the library must not offer the alternatives a second time. */
function asOne(property: FormSchema): FormSchema {
  const { anyOf: _anyOf, oneOf: _oneOf, ...rest } = property;
  return rest;
}

/** Prepares what an object or a list of objects holds. */
function prepareInside(property: FormSchema, language: Language): { property: FormSchema; ui: UiSchema } {
  if (property.type === "array" && property.items?.properties) {
    const inner = prepareInside({ ...property.items, type: "object" }, language);
    return { property: { ...property, items: inner.property }, ui: { items: inner.ui } };
  }
  if (property.type !== "object" || !property.properties) return { property, ui: {} };
  const inner = prepareProperties(property.properties, language);
  return { property: { ...property, properties: inner.properties }, ui: inner.ui };
}

function prepareProperties(
  properties: Record<string, FormSchema>,
  language: Language,
): { properties: Record<string, FormSchema>; ui: UiSchema } {
  const prepared: Record<string, FormSchema> = {};
  const ui: UiSchema = {};
  for (const [name, raw] of Object.entries(properties)) {
    const { property, nullable } = withoutNull(inLanguage(raw, language));
    const own = uiFor(property, nullable, language);
    const drawn = own["ui:field"] ? { property: asOne(property), ui: {} } : prepareInside(property, language);
    prepared[name] = drawn.property;
    ui[name] = { ...own, ...drawn.ui };
  }
  return { properties: prepared, ui };
}

function groupsOf(
  { properties = {}, "x-groups": declared = [] }: FormSchema,
  language: Language,
): FormGroup[] {
  const groups = declared.map((group) => ({
    ...group,
    title: localText(group.title, language),
    fields: Object.keys(properties).filter((name) => properties[name]?.["x-group"] === group.id),
  }));
  const placed = new Set(groups.flatMap((group) => group.fields));
  const rest = Object.keys(properties).filter((name) => !placed.has(name));
  return [{ id: "", title: "", collapsed: false, fields: rest }, ...groups].filter(
    (group) => group.fields.length > 0,
  );
}

/** Prepares a config schema for one language. */
export function prepareSchema(schema: JsonSchema, language: Language): PreparedSchema {
  const root = readSchema(schema);
  const { properties, ui } = prepareProperties(root.properties ?? {}, language);
  const { title: _title, description: _description, ...rest } = root;
  return {
    schema: { ...rest, properties },
    uiSchema: { ...ui, "ui:submitButtonOptions": { norender: true } },
    groups: groupsOf(root, language),
  };
}

/** Says whether a field is shown for these values (`x-show-if`: every named field must hold one of the values). */
export function isShown(property: JsonSchema | undefined, values: Record<string, unknown>): boolean {
  const condition = Object.entries(readSchema(property)["x-show-if"] ?? {});
  return condition.every(([field, allowed]) => allowed.some((value) => value === values[field]));
}
