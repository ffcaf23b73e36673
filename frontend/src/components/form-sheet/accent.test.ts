import { expect, it } from "vitest";
import { accentColours, luminance } from "./accent";

const contrast = (one: number, other: number) =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

it.each(["#000000", "#ffffff", "#ffd400", "#767676", "#777777", "#4a3fd0", "#0a7", "red", ""])(
  "text can be read on %s, or the form has no colour of its own",
  (accent) => {
    const colours = accentColours(accent);
    if (colours === null) return expect(accent).not.toMatch(/^#[0-9a-f]{6}$/);
    expect(contrast(luminance(accent) ?? 0, luminance(colours.text) ?? 0)).toBeGreaterThan(4.5);
  },
);
