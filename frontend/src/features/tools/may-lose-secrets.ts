import { fieldsOf } from "@/document/form-schema";

type Fields = Readonly<Record<string, unknown>>;

/**
 * True if saving may remove stored secrets: a field that decides their destination has changed, and none was entered
 * again. The server decides by origin; another path of the same server keeps them.
 */
export function mayLoseSecrets(
  schema: Fields,
  secretsSet: readonly string[],
  before: Fields,
  after: Fields,
): boolean {
  if (secretsSet.length === 0) return false;
  const fields = Object.entries(fieldsOf(schema));
  const isTyped = fields.some(([name, field]) => field["x-widget"] === "secret" && Boolean(after[name]));
  const isMoved = fields.some(
    ([name, field]) => field["x-destination"] === true && (before[name] ?? "") !== (after[name] ?? ""),
  );
  return isMoved && !isTyped;
}
