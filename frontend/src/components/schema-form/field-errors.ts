/** Server errors by field. Pure. */

export type FieldErrors = Record<string, string[]>;

/** Groups errors by the field below `prefix`: pointer `/config/url` with prefix `/config` belongs to `url`. */
export function fieldErrorsOf(
  errors: readonly { pointer: string; message: string }[],
  prefix: string,
): FieldErrors {
  const found: FieldErrors = {};
  for (const { pointer, message } of errors) {
    if (!pointer.startsWith(`${prefix}/`)) continue;
    const field = pointer.slice(prefix.length + 1).split("/")[0];
    if (!field) continue;
    found[field] = [...(found[field] ?? []), message];
  }
  return found;
}
