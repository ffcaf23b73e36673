import { describe, expect, it } from "vitest";
import openapi from "@/api/openapi.json";
import { icons } from "@/components/icons";
import { ADMIN_PLACE, PLACES } from "@/components/places";
import { logoAddress } from "@/lib/service-logos";

const { NodeTypeInfo, ToolType } = openapi.components.schemas;
const sent = [...NodeTypeInfo.properties.icon.examples, ...ToolType.properties.icon.examples];
const sources = import.meta.glob<string>("/src/**/*.tsx", { query: "?raw", import: "default", eager: true });

describe("icons", () => {
  it("include all that the server's catalogues name", () => {
    expect(sent).toContain("sparkles");
    expect(sent).toContain("logo-github");
    expect(sent.filter((name) => !(name in icons) && !logoAddress(name))).toEqual([]);
  });

  it("mean one thing each: a node type, a type of tool, or a place in the rail", () => {
    // The tools of one service share its logo.
    const own = sent.filter((name) => !logoAddress(name));
    const shown = [...own, ...PLACES.map(({ icon }) => icon), ADMIN_PLACE.icon];
    expect(shown.filter((icon, at) => shown.indexOf(icon) !== at)).toEqual([]);
  });

  it("include all that components name", () => {
    const named = Object.values(sources).flatMap((source) =>
      [...source.matchAll(/<Icon name="([^"]+)"/g)].map((match) => match[1] ?? ""),
    );
    expect(named).toContain("search");
    expect(named.filter((name) => !(name in icons))).toEqual([]);
  });
});
