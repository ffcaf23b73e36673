/**
 * Writes types from an OpenAPI document, and beside them what request bodies may hold: `limits.gen.ts` with the longest
 * texts, `bodies.gen.ts` with the fields that forms show; and `rules.gen.ts` with constants of the graph:
 * `node generate-schema.ts <document> <types>`. See `make schema`.
 */

import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";
import ts from "typescript";

/** A member of an interface may not refer to itself through an array; an alias may. */
const JSON_ALIAS = "export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };";
const JSON_PATH = "#/components/schemas/Json";

const [source, target] = process.argv.slice(2);
if (source === undefined || target === undefined)
  throw new Error("name the document and the file for its types");

const types = await openapiTS(pathToFileURL(source), {
  // A default only says what happens when a request leaves a field out; answers mark what they always hold.
  defaultNonNullable: false,
  inject: JSON_ALIAS,
  // Each schema by its own name, too.
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
  rootTypesKeepCasing: true,
  transform: (_, { path }) => (path === JSON_PATH ? ts.factory.createTypeReferenceNode("Json") : undefined),
});
// The name of the injected alias is not given twice.
const text = astToString(types).replace("export type Json = components['schemas']['Json'];\n", "");
await writeFile(target, COMMENT_HEADER + text);
const described = JSON.parse(await readFile(source, "utf8")) as Document;
const bodies = bodiesOf(described);
const beside = (name: string) => path.join(path.dirname(target), name);
await writeFile(beside("limits.gen.ts"), limitsOf(bodies));
await writeFile(beside("bodies.gen.ts"), fieldsOf(bodies));
await writeFile(beside("rules.gen.ts"), rulesOf(described));

type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
};
type Document = {
  paths: object;
  components: { schemas: Record<string, Schema> };
  /** Constants of the graph that the editor and the server apply alike. */
  "x-rules": Record<string, unknown>;
};
/** By name, the fields of each schema that a request body holds, with the longest text of each. */
type Bodies = [name: string, fields: [name: string, field: Schema, longest: number][]][];

function bodiesOf({ paths, components: { schemas } }: Document): Bodies {
  const nameOf = (ref: string) => ref.slice(ref.lastIndexOf("/") + 1);
  const longest = ({ $ref, maxLength, oneOf, anyOf, allOf }: Schema): number =>
    maxLength ??
    Math.max(
      0,
      ...[...(oneOf ?? anyOf ?? allOf ?? []), ...($ref ? [schemas[nameOf($ref)] ?? {}] : [])].map(longest),
    );
  const asked = new Set<string>();
  const ask = (part: unknown): void => {
    for (const [, ref] of JSON.stringify(part).matchAll(/"\$ref":"([^"]+)"/g)) {
      const name = nameOf(ref ?? "");
      if (asked.has(name)) continue;
      asked.add(name);
      ask(schemas[name] ?? {});
    }
  };
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods as object)))
    ask((operation as { requestBody?: unknown }).requestBody ?? {});
  return [...asked].sort().map((name) => {
    const fields = Object.entries(schemas[name]?.properties ?? {});
    return [name, fields.map(([field, schema]) => [field, schema, longest(schema)])];
  });
}

/** One constant per schema, with the longest text of each field: screens carry only those they name. */
function limitsOf(bodies: Bodies): string {
  return constants(
    bodies.map(([name, fields]) => [
      name,
      fields.flatMap(([field, _, longest]) => (longest === 0 ? [] : [[field, longest]])),
    ]),
  );
}

/** One constant per schema, with the fields of plain types that a form can show (see `formOf`). */
function fieldsOf(bodies: Bodies): string {
  const shown = (
    { type, enum: choices, default: preset, minLength, minimum, maximum }: Schema,
    longest: number,
  ) => ({
    type,
    enum: choices,
    default: preset,
    minLength,
    minimum,
    maximum,
    "x-longest": longest || undefined,
  });
  return constants(
    bodies.map(([name, fields]) => [
      name,
      fields.flatMap(([field, schema, longest]) =>
        schema.type === undefined || schema.type === "object" || schema.type === "array"
          ? []
          : [[field, shown(schema, longest)]],
      ),
    ]),
  );
}

function rulesOf({ "x-rules": rules }: Document): string {
  const lines = Object.entries(rules).map(
    ([name, value]) => `export const ${name} = ${JSON.stringify(value)} as const;\n`,
  );
  return COMMENT_HEADER + lines.join("");
}

function constants(named: [name: string, members: [name: string, value: unknown][]][]): string {
  const lines = named
    .filter(([, members]) => members.length > 0)
    .map(([name, members]) => {
      const text = members.map(([member, value]) => `${member}: ${JSON.stringify(value)}`).join(", ");
      return `export const ${name} = { ${text} } as const;\n`;
    });
  return COMMENT_HEADER + lines.join("");
}
