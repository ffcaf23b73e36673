import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { cachedAt, cacheKey } from "@/api/cache";
import { at } from "@/api/http";
import document from "./openapi.json";

const READ: Readonly<Record<string, ReturnType<typeof cacheKey>>> = {
  lists: cacheKey("/api/workflows/", { params: { query: { folder: "a" } } }),
  one: cacheKey("/api/workflows/{workflow_id}/", at({ workflow_id: "w1" })),
  graph: cacheKey("/api/workflows/{workflow_id}/graph/", at({ workflow_id: "w1" })),
  another: cacheKey("/api/workflows/{workflow_id}/graph/", at({ workflow_id: "w2" })),
  ofAgent: cacheKey("/api/agents/{agent_id}/conversations/", at({ agent_id: "helper" })),
};

describe("cachedAt", () => {
  it.each([
    [["/api/workflows/"], ["lists"]],
    [["/api/workflows/w1/"], ["one"]],
    [["/api/workflows/w1/*"], ["one", "graph"]],
    [["/api/workflows/*"], ["lists", "one", "graph", "another"]],
    [["/api/*/conversations/"], ["ofAgent"]],
    [
      ["/api/workflows/", "/api/workflows/w2/graph/"],
      ["lists", "another"],
    ],
    [["/api/tables/*"], []],
    [["*"], Object.keys(READ)],
  ])("finds what is read at %j, and nothing else", (addresses, found) => {
    const client = new QueryClient();
    for (const [name, key] of Object.entries(READ)) client.setQueryData(key, name);
    const cached = client.getQueryCache().findAll(cachedAt(...addresses));
    expect(cached.map(({ state }) => state.data).sort()).toEqual([...found].sort());
  });
});

it("is given addresses that the server has, in all sources", () => {
  const sources = import.meta.glob<string>(
    ["/src/**/*.{ts,tsx}", "!/src/**/*.test.*", "!/src/test/**", "!/src/**/*.gen.ts"],
    { query: "?raw", import: "default", eager: true },
  );
  const known = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, "x"));
  const isKnown = (address: string) => {
    const [head = "", tail] = address.split("*");
    return known.some((path) =>
      tail === undefined ? path === head : path.startsWith(head) && path.endsWith(tail),
    );
  };
  const named = Object.values(sources).flatMap((source) =>
    [
      ...source.matchAll(
        /\b(?:refresh|reread|cachedAt)\(([^;]*?)\)|\b(?:refreshes|LISTS)\b[^[;]*\[([^\]]*)\]/g,
      ),
    ]
      .map(([, call = "", list = ""]) => call + list)
      .flatMap((text) => [...text.matchAll(/["`](\/api\/[^"`]*)["`]/g)])
      .map(([, address = ""]) => address.replace(/\$\{[^}]*\}/g, "x")),
  );
  expect(named.length).toBeGreaterThan(80);
  expect([...new Set(named)].filter((address) => !isKnown(address))).toEqual([]);
});
