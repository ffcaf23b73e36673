/** The colour of a form's button, and a colour of text that can be read on it (WCAG 2.2, 1.4.3). Pure. */

const CHANNEL = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;
/** At this luminance black and white are equally far away, more than 4.5:1 each. */
const MIDDLE = 0.179;

/** Relative luminance, 0 to 1, of `#rrggbb`; null of anything else. */
export function luminance(colour: string): number | null {
  const parts = CHANNEL.exec(colour)?.slice(1);
  if (!parts) return null;
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = Number.parseInt(part, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Null where the form has no colour of its own. */
export function accentColours(accent: string): { background: string; text: string } | null {
  const found = luminance(accent);
  return found === null ? null : { background: accent, text: found > MIDDLE ? "#000000" : "#ffffff" };
}
