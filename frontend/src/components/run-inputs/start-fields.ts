/** The inputs that a run asks for, as the start node declares them. */

import { FIELD_TYPES } from "@/api/rules.gen";
import type { Json, JsonObject, NodeDoc } from "@/api/types";
import { objectsOf, textOf, textsOf } from "@/document/config";
import { exactNumber, own } from "@/lib/json";
import { isFieldShown, isYes, NUMBERS, readRules, type ShowRule } from "./show-rules";

export type FieldKind = (typeof FIELD_TYPES)[number];

export type StartField = {
  name: string;
  kind: FieldKind;
  title: string;
  description: string;
  required: boolean;
  fallback: Json | undefined;
  options: string[];
  minimum: number | null;
  maximum: number | null;
  /** File types and endings; empty for any. */
  accept: string[];
  showWhen: ShowRule[];
  showMatch: "all" | "any";
};

export function startFields(node: NodeDoc | undefined): StartField[] {
  return readFields(node?.config.fields);
}

/** Fields as start nodes and forms declare them. */
export function readFields(fields: Json | undefined): StartField[] {
  return objectsOf(fields).flatMap((field) => {
    const name = textOf(field.name);
    if (!name) return [];
    const kind = FIELD_TYPES.find((one) => one === textOf(field.type)) ?? "text";
    return {
      name,
      kind,
      title: textOf(field.title) || name,
      description: textOf(field.description),
      required: field.required === true,
      fallback: defaultOf(kind, field.default ?? undefined),
      options: textsOf(field.options),
      minimum: numberOf(field.minimum),
      maximum: numberOf(field.maximum),
      accept: textsOf(field.accept),
      showWhen: readRules(field.showWhen),
      showMatch: field.showMatch === "any" ? "any" : "all",
    };
  });
}

/** The default as its kind has it; it may be stored as a text. */
function defaultOf(kind: FieldKind, value: Json | undefined): Json | undefined {
  if (typeof value !== "string" || value === "") return value;
  if (kind === "boolean") return isYes(value);
  return NUMBERS.includes(kind) ? (exactNumber(value.trim()) ?? value) : value;
}

function numberOf(value: Json | undefined): number | null {
  return typeof value === "number" ? value : null;
}

/** The values to begin with: what was used last, else the defaults. */
export function initialInputs(fields: readonly StartField[], last: JsonObject | null): JsonObject {
  const inputs = fields.map(({ name, kind, fallback }) => {
    const value = own(last ?? {}, name) ?? fallback ?? (kind === "boolean" ? false : undefined);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(inputs.flat());
}

/** The fields that are part of the form with these inputs; a hidden one has none. */
export function shownFields(fields: readonly StartField[], inputs: JsonObject): StartField[] {
  const earlier = new Map<string, { kind: FieldKind; value: Json | undefined }>();
  return fields.filter((field) => {
    const shown = isFieldShown(field.showWhen, field.showMatch, earlier);
    const value = shown ? countedValue(field, own(inputs, field.name)) : undefined;
    earlier.set(field.name, { kind: field.kind, value });
    return shown;
  });
}

/** The default, where nothing was given. */
function countedValue({ kind, fallback }: StartField, given: Json | undefined): Json | undefined {
  if (kind === "json" && given !== undefined) return given;
  return isEmptyInput(given) || isNoChoice(kind, given) ? fallback : given;
}

/** True if any field is empty. */
export function hasEmptyInputs(fields: readonly StartField[], inputs: JsonObject): boolean {
  return shownFields(fields, inputs).some(({ name }) => isEmptyInput(own(inputs, name)));
}

/** The inputs, and others where they are empty. */
export function withInputs(inputs: JsonObject, others: JsonObject): JsonObject {
  const filled = Object.entries(inputs).filter(([, value]) => !isEmptyInput(value));
  return { ...others, ...Object.fromEntries(filled) };
}

function isEmptyInput(value: Json | undefined): boolean {
  return value === undefined || value === null || value === "";
}

function isNoChoice(kind: FieldKind, value: Json | undefined): boolean {
  return kind === "choices" && Array.isArray(value) && value.length === 0;
}

/** Names of required fields that are shown and have no value; null and an empty text are values of JSON. */
export function missingInputs(fields: readonly StartField[], inputs: JsonObject): string[] {
  return shownFields(fields, inputs)
    .filter(
      ({ name, kind, required }) =>
        required &&
        (own(inputs, name) === undefined ||
          (kind !== "json" && own(inputs, name) === "") ||
          isNoChoice(kind, own(inputs, name))),
    )
    .map(({ name }) => name);
}
