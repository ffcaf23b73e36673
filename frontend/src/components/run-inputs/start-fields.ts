/** The inputs that a run asks for, as the start node declares them. */

import { FIELD_TYPES } from "@/api/rules.gen";
import type { Json, JsonObject, NodeDoc } from "@/api/types";
import { objectsOf, textOf, textsOf } from "@/document/config";
import { own } from "@/lib/json";

type FieldKind = (typeof FIELD_TYPES)[number];

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
};

export function startFields(node: NodeDoc | undefined): StartField[] {
  return readFields(node?.config.fields);
}

/** Fields as start nodes and forms declare them. */
export function readFields(fields: Json | undefined): StartField[] {
  return objectsOf(fields).flatMap((field) => {
    const name = textOf(field.name);
    if (!name) return [];
    return {
      name,
      kind: FIELD_TYPES.find((kind) => kind === textOf(field.type)) ?? "text",
      title: textOf(field.title) || name,
      description: textOf(field.description),
      required: field.required === true,
      fallback: field.default ?? undefined,
      options: textsOf(field.options),
      minimum: numberOf(field.minimum),
      maximum: numberOf(field.maximum),
      accept: textsOf(field.accept),
    };
  });
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

/** True if any field is empty. */
export function hasEmptyInputs(fields: readonly StartField[], inputs: JsonObject): boolean {
  return fields.some(({ name }) => isEmptyInput(own(inputs, name)));
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

/** Names of required fields without a value; null and an empty text are values of JSON. */
export function missingInputs(fields: readonly StartField[], inputs: JsonObject): string[] {
  return fields
    .filter(
      ({ name, kind, required }) =>
        required &&
        (own(inputs, name) === undefined ||
          (kind !== "json" && own(inputs, name) === "") ||
          isNoChoice(kind, own(inputs, name))),
    )
    .map(({ name }) => name);
}
