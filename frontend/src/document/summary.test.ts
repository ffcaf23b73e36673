import { describe, expect, it } from "vitest";
import type { JsonObject } from "@/api/types";
import { documentOf, NODE_TYPES, node } from "@/test/documents";
import { cardSize } from "./geometry";
import { freePosition } from "./placement";
import { summarise } from "./summary";
import { availableVariables, variablesInPass } from "./variables";

function lines(type: string, config: JsonObject, language: "en" | "zh" = "en"): string[] {
  const lookups = { providers: { p1: "My OpenAI" } };
  return summarise(node("n", type, { config }), lookups).map(({ text }) => text[language]);
}

describe("summarise", () => {
  it.each<[string, JsonObject, string[]]>([
    ["start", { fields: [{ name: "topic" }, { name: "tone" }] }, ["topic, tone"]],
    ["start", { fields: [] }, ["No inputs"]],
    [
      "process",
      { model: "gpt-5", userPrompt: "\n  Write on {{ inputs.topic }}\nmore" },
      ["gpt-5", "Write on {topic}"],
    ],
    ["process", { provider: "p1", systemPrompt: "Be kind" }, ["My OpenAI", "Be kind"]],
    ["process", { provider: "offline" }, ["Offline model", "No prompt yet"]],
    ["output", { content: "# {{ inputs.topic }}", format: "markdown" }, ["# {topic}", "output.md"]],
    ["output", { content: "x", fileName: "a-{date}.TXT" }, ["x", "a-{date}.TXT"]],
    [
      "classifier",
      { input: "{{ inputs.mail }}", classes: [{ label: "Bug" }, { label: "Wish" }] },
      ["{mail}", "Bug, Wish"],
    ],
    ["parameter_extractor", { input: "" }, ["No text yet", "No parameters yet"]],
    ["tool", { tool: null }, ["No tool chosen yet"]],
    [
      "tool",
      {
        tool: {
          type: "http-request",
          name: "Search",
          config: { url: "https://api.test/x?y", method: "post" },
        },
      },
      ["Search", "POST api.test"],
    ],
    [
      "tool",
      { tool: { type: "custom", name: "Sum" }, arguments: { a: "{{ nodes.x.y }}", b: "" } },
      ["Sum", "a = {x.y}, b = …"],
    ],
    ["set", { assignments: [{ name: "a", value: "1" }] }, ["a = 1"]],
    ["condition", { mode: "rows", rows: [] }, ["No condition yet"]],
    [
      "condition",
      { mode: "rows", rows: [{ variable: "{{ inputs.topic }}", operator: "isNotEmpty", value: "" }] },
      ["topic is not empty"],
    ],
    [
      "condition",
      {
        mode: "rows",
        match: "any",
        rows: [
          { variable: "{{ nodes.a.n }}", operator: "greaterThan", value: "3" },
          { variable: "{{ nodes.a.m }}", operator: "isEmpty" },
        ],
      },
      ["a.n > 3 or 1 more"],
    ],
    ["condition", { mode: "expression", expression: "inputs.n > 3" }, ["inputs.n > 3"]],
    ["code", { code: "# note\n\nresult = 1" }, ["result = 1"]],
    ["end", { outputs: [] }, ["Passes on what arrives"]],
    ["unheard_of", { x: 1 }, []],
    ["process", { tools: "broken", model: 7 as unknown as string }, ["7", "No prompt yet"]],
  ])("tells what a %s node with %j does", (type, config, expected) => {
    expect(lines(type, config)).toEqual(expected);
  });

  it("speaks Chinese", () => {
    const rows = [{ variable: "{{ inputs.n }}", operator: "equals", value: "3" }];
    expect(lines("condition", { mode: "rows", rows }, "zh")).toEqual(["n 等于 3"]);
    expect(lines("process", {}, "zh")).toEqual(["离线模型", "还没有提示词"]);
  });
});

describe("availableVariables", () => {
  const doc = documentOf(
    [
      node("s", "start", { config: { fields: [{ name: "topic", type: "text", title: "Topic" }] } }),
      node("ai", "process", {
        config: { outputType: "json", outputSchema: { properties: { score: { type: "number" } } } },
      }),
      node("set", "set", { config: { assignments: [{ name: "x y" }] } }),
      node("last"),
      node("beside"),
    ],
    ["s>ai", "ai>set", "set>last", "s>beside"],
  );
  const groups = availableVariables(doc, NODE_TYPES, "last", { ai: { result: "hi", usage: { tokens: 3 } } });

  it("offers the nearest node first, run inputs last, and nothing from beside", () => {
    expect(groups.map(({ id }) => id)).toEqual(["set", "ai", "inputs"]);
  });

  it("takes fields from type, config, schema and last output", () => {
    const references = groups.flatMap((group) => group.variables.map(({ reference }) => reference));
    expect(references).toEqual([
      'nodes.set["x y"]',
      "nodes.ai.result",
      "nodes.ai.result.score",
      "nodes.ai.usage",
      "nodes.ai.usage.tokens",
      "inputs.topic",
    ]);
    const result = groups[1]?.variables[0];
    expect(result).toMatchObject({ sample: "hi", title: { zh: "结果" } });
  });

  it("offers a container the nodes inside for what it evaluates in a pass, and only for that", () => {
    const inside = documentOf(
      [
        node("s", "start", { config: { fields: [{ name: "topic", type: "text" }] } }),
        node("before"),
        node("each", "iteration"),
        node("box", "group", { parent: "each" }),
        node("add", "template", { parent: "box" }),
        node("inner", "iteration", { parent: "each" }),
        node("deep", "template", { parent: "inner" }),
      ],
      ["s>before", "before>each"],
    );
    const references = (groups: ReturnType<typeof variablesInPass>) =>
      groups.flatMap((group) => group.variables.map(({ reference }) => reference));
    const outside = ["nodes.before.text", "inputs.topic"];
    expect(references(availableVariables(inside, NODE_TYPES, "each"))).toEqual(outside);
    expect(references(variablesInPass(inside, NODE_TYPES, "each")).sort()).toEqual(
      ["nodes.add.text", "nodes.each.item", "nodes.inner.results", ...outside].sort(),
    );
  });

  it("offers nothing to the start node", () => {
    expect(availableVariables(doc, NODE_TYPES, "s")).toEqual([]);
  });
});

describe("freePosition", () => {
  it("puts nothing on top of another card", () => {
    const doc = documentOf([node("a"), node("b", "template", { position: { x: 0, y: 120 } })]);
    const size = cardSize(node("c"), NODE_TYPES.template);
    const place = freePosition(doc, NODE_TYPES, { x: 10, y: 10 }, size);
    expect(place.x).toBe(8);
    expect(place.y).toBeGreaterThanOrEqual(120 + size.height);
  });
});
