/**
 * JSON Schema of a form, with our x-keys. Schemas of tools are foreign: members of a wrong type are dropped, unknown
 * ones passed on unchanged.
 */

import type { Json, JsonObject, LocalText, NodeTypeInfo } from "@/api/types";
import type { Language } from "@/i18n";
import { isLocalText } from "@/i18n/local-text";
import { isRecord } from "@/lib/json";

const TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"] as const;
type TypeName = (typeof TYPES)[number];

type Members = {
  title: string;
  description: string;
  format: string;
  default: Json;
  enum: Json[];
  minimum: number;
  maximum: number;
  required: string[];
  anyOf: FormSchema[];
  items: FormSchema;
  properties: Record<string, FormSchema>;
  "x-widget": string;
  "x-unit": string;
  /** Longest text that can be typed or pasted; beyond a plain `maxLength` the server refuses what the field holds. */
  "x-longest": number;
  /** Least and most lines of a long text. */
  "x-rows": [number, number?];
  "x-suggestions": string[];
  /** False for what is no text of a language. */
  "x-spellcheck": boolean;
  "x-group": string;
  "x-groups": Group[];
  "x-placeholder": LocalText | string;
  "x-enum-labels": Record<string, LocalText>;
  /** Every field that is named must hold one of the values. */
  "x-show-if": Record<string, Json[]>;
  /** True if all texts in the field are templates. */
  "x-template": boolean;
  /** Forms of the settings that a tool has in a node, by its type; none for a saved tool. */
  "x-settings-by-type": Record<string, FormSchema>;
  /** The text is CEL while the form's own fields hold these values. */
  "x-cel-if": Record<string, Json[]>;
  /** By language, what replaces the English texts. */
  "x-translations": Record<string, Record<string, string>>;
  /** Summary of an object of this form, in words. */
  "x-summary": Summary;
};
type Summary = NodeTypeInfo["summary"];
type Group = { id: string; title: LocalText | string; collapsed: boolean };

/** `type` is always named, so that a schema that nobody has read is no `FormSchema`. */
export type FormSchema = {
  [member: string]: unknown;
  type: TypeName | TypeName[] | undefined;
} & Partial<Members>;

type Reader<Value> = (value: unknown) => Value | undefined;

const listOf =
  <Value>(read: Reader<Value>): Reader<Value[]> =>
  (value) =>
    Array.isArray(value) ? value.map(read).filter((one) => one !== undefined) : undefined;
const recordOf =
  <Value>(read: Reader<Value>): Reader<Record<string, Value>> =>
  (value) => {
    if (!isRecord(value)) return undefined;
    const entries = Object.entries(value).map(([name, one]) => [name, read(one)] as const);
    return Object.fromEntries(entries.filter((entry): entry is [string, Value] => entry[1] !== undefined));
  };
const text: Reader<string> = (value) => (typeof value === "string" ? value : undefined);
const local: Reader<LocalText> = (value) => (isLocalText(value) ? value : undefined);
const words: Reader<LocalText | string> = (value) => text(value) ?? local(value);
const json: Reader<Json[]> = (value) => (Array.isArray(value) ? value : undefined);
const anyJson: Reader<Json> = (value) => json([value])?.[0];
const boolean: Reader<boolean> = (value) => (typeof value === "boolean" ? value : undefined);
const number: Reader<number> = (value) => (typeof value === "number" ? value : undefined);
const rows: Reader<[number, number?]> = (value) => {
  const [least, most] = listOf(number)(value) ?? [];
  return least === undefined ? undefined : [least, most];
};
const typeName: Reader<TypeName> = (value) => TYPES.find((name) => name === value);

const READERS: { [Name in keyof Members]: Reader<Members[Name]> } = {
  title: text,
  description: text,
  format: text,
  default: anyJson,
  enum: json,
  minimum: number,
  maximum: number,
  required: listOf(text),
  anyOf: listOf(readSchema),
  items: (value) => (isRecord(value) ? readSchema(value) : undefined),
  properties: recordOf(readSchema),
  "x-widget": text,
  "x-unit": text,
  "x-longest": number,
  "x-rows": rows,
  "x-suggestions": listOf(text),
  "x-spellcheck": boolean,
  "x-group": text,
  "x-groups": listOf(group),
  "x-placeholder": words,
  "x-enum-labels": recordOf(local),
  "x-show-if": recordOf((value) => json(value) ?? json([value])),
  "x-template": boolean,
  "x-settings-by-type": recordOf(readSchema),
  "x-cel-if": recordOf(json),
  "x-translations": recordOf(recordOf(text)),
  "x-summary": listOf(listOf(way)),
};
const readers = new Map<string, Reader<unknown>>(Object.entries(READERS));

function group(value: unknown): Group | undefined {
  if (!isRecord(value) || typeof value.id !== "string") return undefined;
  return { id: value.id, title: words(value.title) ?? "", collapsed: value.collapsed === true };
}

function way(value: unknown): Summary[number][number] | undefined {
  if (!isRecord(value) || !isLocalText(value.text)) return undefined;
  return { text: value.text, when: recordOf(json)(value.when) ?? {}, missing: value.missing === true };
}

/** Each schema is read once, however often a form or a card asks for it. */
const known = new WeakMap<object, FormSchema>();

export function readSchema(value: unknown): FormSchema {
  if (!isRecord(value)) return { type: undefined };
  const read = known.get(value) ?? readMembers(value);
  known.set(value, read);
  return read;
}

function readMembers({ type, ...members }: Record<string, unknown>): FormSchema {
  const read = Object.entries(members).map(([name, member]) => {
    const reader = readers.get(name);
    return [name, reader ? reader(member) : member] as const;
  });
  return {
    ...Object.fromEntries(read.filter(([, member]) => member !== undefined)),
    type: Array.isArray(type) ? listOf(typeName)(type) : typeName(type),
  };
}

/** The fields of a form's schema by name. */
export function fieldsOf(schema: unknown): Record<string, FormSchema> {
  return readSchema(schema).properties ?? {};
}

/** Initial values of a form's fields. */
export function defaultsOf(schema: unknown): JsonObject {
  return Object.fromEntries(
    Object.entries(fieldsOf(schema)).flatMap(([name, field]) =>
      field.default === undefined ? [] : [[name, field.default] as const],
    ),
  );
}

/** A field with its texts in a language. */
export function inLanguage(field: FormSchema, language: Language): FormSchema {
  return { ...field, ...field["x-translations"]?.[language] };
}
