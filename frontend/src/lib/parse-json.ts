import type { Json } from "@/api/types";

/** Levels of lists and objects; the server takes 100, with those that a value is sent in. */
export const MAX_DEPTH = 90;

/**
 * The value of a text from outside: what people paste, drop and type.
 *
 * Everything else may recurse over values, and write them again, since nothing deeper gets in.
 *
 * @throws SyntaxError when it is no JSON, or nested too deeply.
 */
export function parseJson(text: string): Json {
  const value = JSON.parse(text) as Json;
  if (isDeeper(value, MAX_DEPTH)) throw new SyntaxError(`nested deeper than ${MAX_DEPTH} levels`);
  return value;
}

/** Goes down level by level, without recursion. */
export function isDeeper(value: Json, levels: number): boolean {
  let level = [value];
  for (let depth = 0; depth <= levels; depth += 1) {
    const below: Json[] = [];
    let isNested = false;
    for (const one of level) {
      if (one === null || typeof one !== "object") continue;
      isNested = true;
      for (const inner of Array.isArray(one) ? one : Object.values(one)) below.push(inner);
    }
    if (!isNested) return false;
    level = below;
  }
  return true;
}
