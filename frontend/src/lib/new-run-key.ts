/** A key that makes starting a run safe to repeat. Works without a secure connection, unlike `randomUUID`. */
export function newRunKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
