/** Scheme, host and port of an address; the address itself while it is none. */
export function originOf(address: string): string {
  try {
    return new URL(address.trim()).origin;
  } catch {
    return address;
  }
}
