/** Fields of a config, as JSON pointers and as paths with dots. Pure. */

/** `/rows/0/variable` as `rows.0.variable`. */
export const fieldPath = (pointer: string): string =>
  pointer.replace(/^\//, "").split("/").map(unescapePointer).join(".");

/** Part of a JSON pointer in plain form (RFC 6901). */
export function unescapePointer(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}
