import { describe, expect, it } from "vitest";
import openapi from "@/api/openapi.json";
import { icons } from "@/components/icons";

const { NodeTypeInfo, ToolType } = openapi.components.schemas;
const sources = import.meta.glob<string>("/src/**/*.tsx", { query: "?raw", import: "default", eager: true });

describe("icons", () => {
  it("include all that the server's catalogues name", () => {
    const sent = [...NodeTypeInfo.properties.icon.examples, ...ToolType.properties.icon.examples];
    expect(sent).toContain("robot");
    expect(sent.filter((name) => !(name in icons))).toEqual([]);
  });

  it("include all that components name", () => {
    const named = Object.values(sources).flatMap((source) =>
      [...source.matchAll(/<Icon name="([^"]+)"/g)].map((match) => match[1] ?? ""),
    );
    expect(named).toContain("search");
    expect(named.filter((name) => !(name in icons))).toEqual([]);
  });
});
