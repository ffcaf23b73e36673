import { describe, expect, it } from "vitest";
import type { JsonObject } from "@/api/types";
import { documentOf, node } from "@/test/documents";
import { filledParts } from "./filled-template";
import { originOf, valueAtAddress } from "./provenance";

const DOCUMENT = documentOf(
  [
    node("start", "start"),
    node("fetch", "http_request", { config: { url: "https://x/{{ inputs.topic }}" } }),
    node("names", "set", {
      config: {
        assignments: [
          { name: "title", value: "{{ nodes.fetch.body.title }}" },
          { name: "line", value: "About {{ nodes.fetch.body.title }} for {{ inputs.topic }}" },
        ],
      },
    }),
    node("ai", "process", {
      config: { userPrompt: "{{ nodes.names.line }}", systemPrompt: "Be {{ inputs.mood }}." },
    }),
    node("calc", "code", {
      config: { code: "nodes.fetch", inputs: [{ name: "a", value: "{{ nodes.ai.result }}" }] },
    }),
    node("each", "iteration", {
      config: { items: "{{ nodes.fetch.body.rows }}", output: "{{ nodes.line.text }}" },
    }),
    node("line", "template", {
      parent: "each",
      config: { template: "{{ nodes.each.item.name }} / {{ inputs.topic }}" },
    }),
    node("merge", "merge"),
    node("end", "end"),
  ],
  ["start>fetch", "fetch>names", "names>ai", "ai>calc", "calc>each", "each>merge", "merge>end"],
);
const OUTPUTS: Record<string, JsonObject> = {
  ":fetch": { statusCode: 200, body: { title: "Tea", rows: [{ name: "a" }, { name: "b" }] } },
  ":names": { title: "Tea", line: "About Tea for tea" },
  ":ai": { result: "Green.", model: "m" },
  ":each": { results: ["a / tea", "b / tea"], count: 2 },
  "/each.1:line": { text: "b / tea" },
  ":merge": { results: ["a / tea", "b / tea"], count: 2 },
  ":end": { results: ["a / tea", "b / tea"], count: 2 },
};
const outputOf = (key: string, scope: string) => OUTPUTS[`${scope}:${key}`] ?? null;
const from = (path: (string | number)[], scope = "") => {
  const { maker, sources } = originOf({ path, scope }, { document: DOCUMENT, outputOf });
  return [maker, ...sources.map((source) => `${source.scope}:${source.path.join(".")}`)];
};

describe("a value came", () => {
  it.each([
    [["inputs", "topic"], ["input"]],
    [
      ["nodes", "names", "title"],
      ["copied", ":nodes.fetch.body.title"],
    ],
    [
      ["nodes", "names", "line"],
      ["filled", ":nodes.fetch.body.title", ":inputs.topic"],
    ],
    [
      ["nodes", "fetch", "body", "title"],
      ["tool", ":inputs.topic"],
    ],
    [
      ["nodes", "ai"],
      ["model", ":nodes.names.line", ":inputs.mood"],
    ],
    [
      ["nodes", "calc", "result"],
      ["computed", ":nodes.ai.result"],
    ],
    [
      ["nodes", "each", "results", 1],
      ["collected", "/each.1:nodes.line.text"],
    ],
    [
      ["nodes", "merge", "count"],
      ["passed", ":nodes.each.count"],
    ],
    [
      ["output", "count"],
      ["passed", ":nodes.end.count"],
    ],
    [["nodes", "gone", "x"], ["own"]],
    [
      ["given", "ai", "userPrompt"],
      ["copied", ":nodes.names.line"],
    ],
    [
      ["given", "ai", "systemPrompt"],
      ["filled", ":inputs.mood"],
    ],
    [
      ["given", "calc", "a"],
      ["copied", ":nodes.ai.result"],
    ],
    [
      ["given", "ai", "model"],
      ["computed", ":nodes.names.line", ":inputs.mood"],
    ],
  ])("%j from %j", (path, expected) => {
    expect(from(path)).toEqual(expected);
  });

  it("in a pass, from the pass and from what lies around it", () => {
    expect(from(["nodes", "line", "text"], "/each.1")).toEqual([
      "filled",
      "/each.1:nodes.each.item.name",
      ":inputs.topic",
    ]);
    expect(from(["nodes", "each", "item", "name"], "/each.1")).toEqual([
      "pass",
      ":nodes.fetch.body.rows.1.name",
    ]);
  });

  it("from a hand that pinned it", () => {
    const pinned = node("p", "process", { pinned_output: { result: 1 } });
    const run = { document: documentOf([pinned]), outputOf: () => ({ result: 1 }) };
    expect(originOf({ path: ["nodes", "p", "result"], scope: "" }, run).maker).toBe("pinned");
  });
});

it("finds a value as the server does: a node stands for its result", () => {
  const at = (...path: (string | number)[]) =>
    valueAtAddress({ path, scope: "" }, { topic: "tea" }, outputOf);
  expect([at("nodes", "ai"), at("nodes", "fetch", "body", "rows", 1, "name"), at("inputs", "topic")]).toEqual(
    ["Green.", "b", "tea"],
  );
  expect([at("nodes", "ai", "结果"), at("nodes", "fetch", "结果")]).toEqual(["Green.", undefined]);
  expect(at("nodes", "ai", "__proto__", "x")).toBeUndefined();
});

describe("a filled-in prompt is cut at what came from references", () => {
  const lookUp = (path: readonly (string | number)[]) =>
    valueAtAddress({ path, scope: "" }, { topic: "tea" }, outputOf);
  const parts = (template: string, filled: string) =>
    filledParts(template, filled, Object.values(DOCUMENT.nodes), lookUp)?.map(({ text, path }) =>
      path ? `<${text}>` : text,
    );

  it.each([
    ["Write about {{ inputs.topic }}.", "Write about tea.", ["Write about ", "<tea>", "."]],
    ["{{ inputs.topic }}{{ nodes.ai }}", "teaGreen.", ["<tea>", "<Green.>"]],
    ["\n{{ inputs.topic | upcase }} now\n", "TEA now", ["<TEA>", " now"]],
    ["No references", "No references", ["No references"]],
  ])("%j", (template, filled, expected) => {
    expect(parts(template, filled)).toEqual(expected);
  });

  it.each([
    ["{% if inputs.topic %}x{% endif %}", "x"],
    ["Hello {{ inputs.topic }}", "Bye tea"],
    ["{{ inputs.topic | a }}{{ inputs.topic | b }}", "tea"],
  ])("but not %j, of which it cannot be known", (template, filled) => {
    expect(parts(template, filled)).toBeUndefined();
  });
});
