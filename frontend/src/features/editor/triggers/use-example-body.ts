import { useMemo } from "react";
import type { Json, JsonObject, NodeDoc } from "@/api/types";
import { type StartField, startFields } from "@/components/run-inputs/start-fields";
import { objectsOf, textOf } from "@/document/config";
import { startKey } from "@/document/validate";
import { useDocument } from "@/stores/document-store";

/** Example request body that fills in the start fields. */
export function useExampleBody({ config }: NodeDoc): JsonObject {
  const start = useDocument((state) => state.nodes[startKey(state) ?? ""]);
  return useMemo(() => exampleBody(startFields(start), config), [start, config]);
}

/** Inputs of a run, as a call gives them. */
export function useExampleInputs(): JsonObject {
  const start = useDocument((state) => state.nodes[startKey(state) ?? ""]);
  return useMemo(() => exampleBody(startFields(start), {}), [start]);
}

/** The body has what the mapping takes from it, else the fields' own names. */
function exampleBody(fields: readonly StartField[], config: JsonObject): JsonObject {
  const rows = new Map(objectsOf(config.mapping).map((row) => [textOf(row.name), textOf(row.value)]));
  return Object.fromEntries(
    fields.flatMap((field) => {
      const row = rows.get(field.name);
      const name = row === undefined ? field.name : /^\{\{\s*trigger\.body\.([\w-]+)\s*\}\}$/.exec(row)?.[1];
      return name === undefined ? [] : [[name, exampleOf(field)]];
    }),
  );
}

function exampleOf({ kind, fallback, title, options }: StartField): Json {
  if (fallback !== undefined && fallback !== null) return fallback;
  if (kind === "number" || kind === "integer") return 1;
  if (kind === "boolean") return true;
  if (kind === "array") return [];
  if (kind === "object" || kind === "json") return {};
  return options[0] ?? title;
}
