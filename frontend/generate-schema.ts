/** Writes types from an OpenAPI document: `node generate-schema.ts <document> <types>`. See `make schema`. */

import { writeFile } from "node:fs/promises";
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
  transform: (_, { path }) => (path === JSON_PATH ? ts.factory.createTypeReferenceNode("Json") : undefined),
});
await writeFile(target, COMMENT_HEADER + astToString(types));
