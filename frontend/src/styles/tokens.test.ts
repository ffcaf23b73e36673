import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const css = readFileSync(join(import.meta.dirname, "tokens.css"), "utf8");
const [lightCss = "", darkCss = ""] = css.split(':root[data-mantine-color-scheme="dark"]');

function colours(block: string): Map<string, string> {
  return new Map(
    [...block.matchAll(/--fl-([\w-]+): (#[0-9a-f]{6});/g)].map((hit) => [hit[1] ?? "", hit[2] ?? ""]),
  );
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2 contrast ratio. */
function contrast(one: string, other: string): number {
  const [bright = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright + 0.05) / (dark + 0.05);
}

const light = colours(lightCss);
const dark = colours(darkCss);
const pairs = [
  ...["text", "text-2", "text-3"].flatMap((text) =>
    ["bg", "sunken", "surface", "raised", "hover", "selected"].map((surface) => [text, surface] as const),
  ),
  ["on-ink", "ink"] as const,
  ["on-ink", "ink-hover"] as const,
  ...["queued", "running", "waiting", "succeeded", "failed", "cancelled", "skipped"].flatMap((state) => [
    [state, `${state}-tint`] as const,
    [state, "surface"] as const,
  ]),
  ...["input", "ai", "tools", "logic", "data", "output", "messages", "publishing", "code"].flatMap(
    (category) => [[`cat-${category}`, `cat-${category}-tint`] as const],
  ),
  ...["key", "string", "number", "word"].map((part) => [`code-${part}`, "sunken"] as const),
];

describe.each([
  ["light", light],
  ["dark", dark],
])("%s colours", (_, scheme) => {
  it.each(pairs)("%s can be read on %s", (text, surface) => {
    expect(contrast(scheme.get(text) ?? "", scheme.get(surface) ?? "")).toBeGreaterThanOrEqual(4.5);
  });
});

it("dark defines every colour that light defines", () => {
  expect([...dark.keys()].sort()).toEqual([...light.keys()].sort());
});
