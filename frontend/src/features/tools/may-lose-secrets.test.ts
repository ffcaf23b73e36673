import { describe, expect, it } from "vitest";
import { mayLoseSecrets } from "@/features/tools/may-lose-secrets";

const SCHEMA = {
  properties: {
    url: { type: "string", "x-destination": true },
    token: { type: "string", "x-widget": "secret" },
    timeout: { type: "integer" },
  },
};
const STORED = { url: "https://a.example/", token: null, timeout: 1 };

describe("a tool whose secrets are stored", () => {
  it.each([
    ["moves", { url: "https://b.example/" }, true],
    ["moves with its secret typed again", { url: "https://b.example/", token: "new" }, false],
    ["changes something else", { timeout: 2 }, false],
    ["loses its address", { url: "" }, true],
    ["is not changed", {}, false],
  ])("%s", (_, changes, warns) => {
    expect(mayLoseSecrets(SCHEMA, ["token"], STORED, { ...STORED, ...changes })).toBe(warns);
  });

  it("has nothing to lose without any", () => {
    expect(mayLoseSecrets(SCHEMA, [], STORED, { url: "https://b.example/" })).toBe(false);
  });
});
