/**
 * Writes types from an OpenAPI document, and beside them `limits.gen.ts` with the longest texts that request bodies
 * may hold: `node generate-schema.ts <document> <types>`. See `make schema`.
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
await writeFile(
  path.join(path.dirname(target), "limits.gen.ts"),
  limitsOf(JSON.parse(await readFile(source, "utf8"))),
);

type Schema = {
  $ref?: string;
  maxLength?: number;
  properties?: Record<string, Schema>;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
};
type Document = { paths: object; components: { schemas: Record<string, Schema> } };

/** One constant per schema of a request body, with the longest text of each field: screens carry only those they name. */
function limitsOf({ paths, components: { schemas } }: Document): string {
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
  const lines = [...asked].sort().flatMap((name) => {
    const fields = Object.entries(schemas[name]?.properties ?? {}).map(([field, schema]) => [
      field,
      longest(schema),
    ]);
    const limited = fields
      .filter(([, length]) => length !== 0)
      .map(([field, length]) => `${field}: ${length}`);
    return limited.length > 0 ? [`export const ${name} = { ${limited.join(", ")} } as const;\n`] : [];
  });
  return COMMENT_HEADER + lines.join("");
}
