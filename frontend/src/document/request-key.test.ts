import { describe, expect, it } from "vitest";
import type { JsonObject } from "@/api/types";
import { node } from "@/test/documents";
import { keyedRequest, withChanged } from "./request-key";

const URL = "https://api.example.com/?api_key=s3cret";
const tool = (type: string, config: JsonObject = { url: URL }) => ({ type, config });

describe("the request that a problem is about", () => {
  const inTool = (type: string) => ({ path: ["tools", "0", "config"], type });
  const cases: [string, JsonObject, string, string, object | null][] = [
    ["http_request", { url: URL }, "key_in_address", "url", { path: [], type: "http-request" }],
    [
      "http_request",
      { url: URL, authType: "none" },
      "secret_in_node",
      "headers.0.value",
      { path: [], type: "http-request" },
    ],
    ["http_request", { url: URL, authType: "bearer" }, "key_in_address", "url", null],
    ["http_request", { url: "" }, "url_missing", "url", null],
    [
      "process",
      { tools: [tool("http-request")] },
      "secret_in_node",
      "tools.0.config.url",
      inTool("http-request"),
    ],
    ["process", { tools: [tool("openapi")] }, "key_in_address", "tools.0.config.url", inTool("openapi")],
    [
      "process",
      { tools: [tool("mcp-server", { token: "" })] },
      "secret_in_node",
      "tools.0.config.url",
      inTool("mcp-server"),
    ],
    [
      "process",
      { tools: [tool("openapi", { credential: "c1" })] },
      "secret_in_node",
      "tools.0.config.url",
      null,
    ],
    [
      "process",
      { tools: [tool("mcp-server", { token: "t" })] },
      "secret_in_node",
      "tools.0.config.url",
      null,
    ],
    ["process", { tools: [tool("rss")] }, "secret_in_node", "tools.0.config.url", null],
    ["process", { tools: [tool("toString")] }, "secret_in_node", "tools.0.config.url", null],
    ["process", { tools: [] }, "secret_in_node", "tools.3.config.url", null],
    [
      "tool",
      { tool: tool("http-request") },
      "key_in_address",
      "tool.config.url",
      { path: ["tool", "config"], type: "http-request" },
    ],
    ["tool", { tool: tool("http-request", { authType: "path" }) }, "key_in_address", "tool.config.url", null],
    ["template", { template: URL }, "key_in_address", "template", null],
  ];
  it.each(cases)("%s %j %s at %s: %j", (type, config, code, field, keyed) => {
    expect(keyedRequest({ ...node("a", type), config }, code, field)).toEqual(keyed);
  });
});

describe("settings that have changed meanwhile", () => {
  const before = { url: URL, method: "GET" };
  const after = { url: "https://api.example.com/?api_key={token}", method: "GET", authType: "path" };
  const moved = { ...after, method: "POST" };

  it("keeps what was changed beside the key", () => {
    expect(withChanged({ url: URL, method: "POST" }, [], before, after)).toEqual(moved);
  });
  it("changes one carried tool", () => {
    const config = { model: "m", tools: [tool("rss"), tool("http-request", { url: URL, method: "POST" })] };
    expect(withChanged(config, ["tools", "1", "config"], before, after)).toEqual({
      model: "m",
      tools: [tool("rss"), tool("http-request", moved)],
    });
  });
});
