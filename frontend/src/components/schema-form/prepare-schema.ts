/**
 * Turns a config schema of the server (JSON Schema with our x-keys) into what the form library wants: a schema with
 * texts in one language and a uiSchema that names the control of each field. Pure.
 */

import type { RJSFSchema, UiSchema } from "@rjsf/utils";
import type { JsonSchema } from "@/api/types";
import type { Language } from "@/i18n";
import { isLocalText, localText } from "@/i18n/local-text";
import { isControlName } from "./control-names";

export type FormGroup = { id: string; title: string; collapsed: boolean; fields: string[] };
type PreparedSchema = { schema: RJSFSchema; uiSchema: UiSchema; groups: FormGroup[] };

type Property = JsonSchema & { properties?: Record<string, Property>; items?: Property };

const localised = (value: unknown, language: Language): string =>
  isLocalText(value) ? localText(value, language) : typeof value === "string" ? value : "";

/** Replaces `anyOf [T, null]` by T: an empty field means null, no choice of type is shown. */
function withoutNull(property: Property): { property: Property; nullable: boolean } {
  const options = property.anyOf;
  if (!Array.isArray(options)) return { property, nullable: false };
  const real = options.filter((option: Property) => option.type !== "null");
  if (real.length === options.length) return { property, nullable: false };
  const { anyOf: _anyOf, ...rest } = property;
  return real.length === 1
    ? { property: { ...real[0], ...rest }, nullable: true }
    : { property: { ...rest, anyOf: real }, nullable: true };
}

/** A field with its title and help in a language: `x-translations` has what replaces the English ones. */
export function inLanguage<Field extends Readonly<Record<string, unknown>>>(
  field: Field,
  language: Language,
): Field {
  const translations = field["x-translations"] as Record<string, Partial<Field>> | undefined;
  return { ...field, ...translations?.[language] };
}

const SYMBOLS = new Set(["ms", "s"]);

function uiFor(property: Property, nullable: boolean, language: Language): UiSchema {
  const ui: UiSchema = {};
  const widget = property["x-widget"];
  if (widget === "hidden") ui["ui:widget"] = "hidden";
  else if (isControlName(widget)) ui["ui:field"] = widget;
  else if (property.type === "boolean") ui["ui:field"] = nullable ? "tri-state" : "switch";
  const labels = property["x-enum-labels"];
  if (Array.isArray(property.enum) && typeof labels === "object" && labels !== null) {
    const table = labels as Record<string, unknown>;
    ui["ui:enumNames"] = property.enum.map(
      (value) => localised(table[String(value)], language) || String(value),
    );
  }
  // The library shows the help of every field but that of a choice.
  if (Array.isArray(property.enum) && typeof property.description === "string")
    ui["ui:description"] = property.description;
  const placeholder = localised(property["x-placeholder"], language);
  if (placeholder) ui["ui:placeholder"] = placeholder;
  const unit = property["x-unit"];
  // Units that are words stand in the help, where they are translated.
  if (typeof unit === "string" && SYMBOLS.has(unit)) ui["ui:suffix"] = ` ${unit}`;
  if (nullable) ui["ui:emptyValue"] = null;
  else if (property.type === "string") ui["ui:emptyValue"] = "";
  return ui;
}

/** A field with a control of its own: the library must not offer the alternatives a second time. */
function asOne(property: Property): Property {
  const { anyOf: _anyOf, oneOf: _oneOf, ...rest } = property;
  return rest;
}

/** Prepares what an object or a list of objects holds. */
function prepareInside(property: Property, language: Language): { property: Property; ui: UiSchema } {
  if (property.type === "array" && property.items?.properties) {
    const inner = prepareInside({ ...property.items, type: "object" }, language);
    return { property: { ...property, items: inner.property }, ui: { items: inner.ui } };
  }
  if (property.type !== "object" || !property.properties) return { property, ui: {} };
  const inner = prepareProperties(property.properties, language);
  return {
    property: { ...property, properties: inner.properties as Record<string, Property> },
    ui: inner.ui,
  };
}

function prepareProperties(
  properties: Record<string, Property>,
  language: Language,
): { properties: Record<string, RJSFSchema>; ui: UiSchema } {
  const prepared: Record<string, RJSFSchema> = {};
  const ui: UiSchema = {};
  for (const [name, raw] of Object.entries(properties)) {
    const { property, nullable } = withoutNull(inLanguage(raw, language));
    const own = uiFor(property, nullable, language);
    const drawn = own["ui:field"] ? { property: asOne(property), ui: {} } : prepareInside(property, language);
    prepared[name] = drawn.property as RJSFSchema;
    ui[name] = { ...own, ...drawn.ui };
  }
  return { properties: prepared, ui };
}

function groupsOf(schema: Property, language: Language): FormGroup[] {
  const properties = schema.properties ?? {};
  const declared = Array.isArray(schema["x-groups"]) ? schema["x-groups"] : [];
  const groups: FormGroup[] = declared.map((group: { id: string; title: unknown; collapsed?: boolean }) => ({
    id: group.id,
    title: localised(group.title, language),
    collapsed: group.collapsed === true,
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
  const root = schema as Property;
  const { properties, ui } = prepareProperties(root.properties ?? {}, language);
  const { title: _title, description: _description, ...rest } = root;
  return {
    schema: { ...rest, properties } as RJSFSchema,
    uiSchema: { ...ui, "ui:submitButtonOptions": { norender: true } },
    groups: groupsOf(root, language),
  };
}

/** Says whether a field is shown for these values (`x-show-if`: every named field must hold one of the values). */
export function isShown(property: JsonSchema | undefined, values: Record<string, unknown>): boolean {
  const condition = property?.["x-show-if"];
  if (typeof condition !== "object" || condition === null) return true;
  return Object.entries(condition).every(([field, allowed]) =>
    Array.isArray(allowed) ? allowed.includes(values[field]) : values[field] === allowed,
  );
}
