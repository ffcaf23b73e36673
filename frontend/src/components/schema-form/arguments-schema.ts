/**
 * The arguments of a call as a form: every field takes a reference, whatever type the function wants. Pure.
 *
 * What is a number in the call is text in the form, so that it can be typed and referred to; it is stored as a number again.
 */

import type { JsonObject, JsonSchema } from "@/api/types";
import { type FormSchema, fieldsOf } from "@/document/form-schema";
import { isRecord } from "@/lib/json";

const LONG_TEXT = new Set(["long-text", "template", "code"]);
const NUMBERS = new Set(["integer", "number"]);
const isReference = (value: unknown) => typeof value === "string" && value.includes("{{");

/** The form's schema for a function's; a choice or a switch that holds a reference becomes a line of text. */
export function argumentsSchema(schema: JsonSchema, values: JsonObject): JsonSchema {
  const properties = Object.entries(fieldsOf(schema)).map(([name, property]) => [
    name,
    fieldOf(property, values[name]),
  ]);
  return { ...schema, "x-groups": undefined, properties: Object.fromEntries(properties) };
}

/** Stored arguments as the form shows them. */
export function shownArguments(schema: JsonSchema, values: JsonObject): JsonObject {
  const numbers = fieldsOf(schema);
  return mapped(values, (value, name) =>
    typeof value === "number" && NUMBERS.has(typeOf(numbers[name])) ? String(value) : value,
  );
}

/** The form's value for storage: without empty fields. */
export function storedArguments(schema: JsonSchema, shown: JsonObject): JsonObject {
  const properties = fieldsOf(schema);
  const filled = Object.entries(shown).filter(
    ([, value]) => value !== "" && value !== null && value !== undefined,
  );
  return mapped(Object.fromEntries(filled), (value, name) => {
    const property = properties[name];
    if (isRows(property) && areRows(value)) return value.map(withoutEmpty);
    return NUMBERS.has(typeOf(property)) ? numberOr(value) : value;
  });
}

/** The number that a text is; `0.` is none yet, since storing 0 would take the point away from who types it. */
function numberOr<Value>(value: Value): Value | number {
  const number = Number(value);
  return typeof value === "string" && String(number) === value && Number.isFinite(number) ? number : value;
}

function fieldOf(property: FormSchema, value: unknown): JsonSchema {
  const { title, description, enum: choices, default: preset } = property;
  const about = {
    title,
    description,
    "x-translations": property["x-translations"],
    ...(preset === undefined || preset === null ? {} : { "x-placeholder": textOf(preset) }),
  };
  const type = typeOf(property);
  const widget = property["x-widget"] ?? "";
  if (isRows(property) && (value === undefined || areRows(value))) {
    return {
      ...about,
      type,
      "x-widget": "rows",
      items: referringCells(property.items ?? { type: "object" }),
    };
  }
  if (!isReference(value)) {
    if (choices) return { ...about, type, enum: choices, "x-enum-labels": property["x-enum-labels"] };
    if (type === "boolean") return { ...about, anyOf: [{ type: "boolean" }, { type: "null" }] };
  }
  if (type === "string") return line(about, LONG_TEXT.has(widget) ? "template" : "template-line");
  if (NUMBERS.has(type) || choices || type === "boolean") return line(about, "template-line");
  return { ...about, "x-widget": "json-template" };
}

const isRows = (property: FormSchema | undefined) => property?.["x-widget"] === "rows";

type Row = { [name: string]: string | number | boolean | null };

/** Rows of plain cells; what holds lists or objects, or is a reference as a whole, is JSON. */
function areRows(value: unknown): value is Row[] {
  const isPlain = (cell: unknown) => cell === null || typeof cell !== "object";
  return (
    Array.isArray(value) &&
    value.every((row: unknown) => isRecord(row) && Object.values(row).every((cell) => isPlain(cell)))
  );
}

const withoutEmpty = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== "" && cell !== null));

/** Cells that take a reference, but for those that are chosen from a list. */
function referringCells(items: FormSchema): FormSchema {
  const cells = Object.entries(fieldsOf(items)).map(([name, cell]): [string, FormSchema] => [
    name,
    cell.enum ? cell : { ...cell, type: "string", "x-widget": "template-line" },
  ]);
  return { ...items, properties: Object.fromEntries(cells) };
}

const line = (about: JsonSchema, widget: string): JsonSchema => ({
  ...about,
  type: "string",
  "x-widget": widget,
});

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** The one type that a value may have besides null; nothing for anything else. */
function typeOf(property: FormSchema | undefined): string {
  const types = (property?.anyOf ?? [property]).flatMap((option) => option?.type);
  const [type = "", ...others] = types.filter((one) => one !== "null");
  return others.length === 0 ? type : "";
}

function mapped(values: JsonObject, change: (value: JsonObject[string], name: string) => JsonObject[string]) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
}
