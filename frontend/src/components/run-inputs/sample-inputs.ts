/** Values with which a workflow can be tried at once: made from what its fields say, always the same. Pure. */

import type { Json, JsonObject } from "@/api/types";
import type { StartField } from "./start-fields";

/** Kinds of sample texts; the first with a hint in a field's name or title applies. */
const KINDS = [
  "email",
  "url",
  "phone",
  "date",
  "time",
  "company",
  "address",
  "city",
  "country",
  "language",
  "question",
  "topic",
  "title",
  "id",
  "name",
] as const;
type Kind = (typeof KINDS)[number];

/** In the language of the screen: samples, and the words that hint at them, with commas between. */
export type SampleWords = {
  sample: (kind: Kind | "text" | "paragraph") => string;
  hints: (kind: Kind) => string;
};

/** Default of a field without bounds. */
const SAMPLE_NUMBER = 10;

export function sampleInputs(fields: readonly StartField[], words: SampleWords): JsonObject {
  return Object.fromEntries(fields.map((field) => [field.name, sampleOf(field, words)]));
}

function sampleOf(field: StartField, words: SampleWords): Json {
  if (field.fallback !== undefined) return field.fallback;
  switch (field.kind) {
    case "number":
    case "integer":
      return sampleNumber(field);
    case "boolean":
      return true;
    case "select":
      return field.options[0] ?? "";
    case "choices":
      return field.options.slice(0, 1);
    case "date":
      return "2026-03-14";
    case "email":
      return "ann@example.com";
    case "rating":
      return 1;
    case "object":
    case "json":
      return { text: words.sample("text") };
    case "array":
      return [words.sample("text")];
    case "file":
    case "files":
      return null;
    case "binary":
      return btoa("sample");
    case "text":
      return words.sample(kindOf(field, words) ?? "text");
    case "paragraph":
      return words.sample(kindOf(field, words) ?? "paragraph");
  }
}

function sampleNumber({ kind, minimum, maximum }: StartField): number {
  const number = Math.min(Math.max(SAMPLE_NUMBER, minimum ?? SAMPLE_NUMBER), maximum ?? Number.MAX_VALUE);
  if (kind === "number" || Number.isInteger(number)) return number;
  return number === minimum ? Math.ceil(number) : Math.floor(number);
}

function kindOf({ name, title }: StartField, { hints }: SampleWords): Kind | undefined {
  const words = `${name} ${title}`.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").toLowerCase();
  const text = ` ${words.split(/[^\p{L}\p{N}]+/u).join(" ")} `;
  // Chinese has no spaces between words.
  const isIn = (hint: string) => text.includes(/^\w/.test(hint) ? ` ${hint} ` : hint);
  return KINDS.find((kind) => hints(kind).split(/,\s*/).some(isIn));
}
