/** Return a small number that spreads texts evenly, from 0 to 9972; not for security. Pure. */
export function hashText(text: string): number {
  let value = 0;
  for (const letter of text) value = (value * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return value;
}
