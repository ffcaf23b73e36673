import { describe, expect, it } from "vitest";
import { COLOURS, ICONS, signOf } from "./sign-of";

const SLUGS = Array.from({ length: 400 }, (_, at) => `agent-${at}`);

describe("the sign of an agent", () => {
  it("is the same for the same short name", () => {
    expect(signOf("butler")).toEqual(signOf("butler", { icon: null, colour: null }));
  });

  it("makes use of all icons and colours", () => {
    const signs = SLUGS.map((slug) => signOf(slug));
    expect(new Set(signs.map(({ icon }) => icon)).size).toBe(ICONS.length);
    expect(new Set(signs.map(({ category }) => category)).size).toBe(COLOURS.length);
  });

  it("is what was chosen", () => {
    for (const slug of SLUGS)
      expect(signOf(slug, { icon: "map", colour: "red" })).toEqual({ icon: "map", category: "publishing" });
  });
});
