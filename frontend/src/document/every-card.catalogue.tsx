/**
 * Card texts of all node types, as declared by the back end. A Python test runs this with its catalogues in the files
 * that FLOWLOOM_NODE_TYPES and FLOWLOOM_TOOL_TYPES name.
 */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { JsonObject, LocalText, NodeTypeInfo, ToolType } from "@/api/types";
import { node } from "@/test/documents";
import { summarise } from "./summary";

const read = <T,>(name: string): T[] => JSON.parse(readFileSync(process.env[name] ?? "", "utf8"));
const TYPES = read<NodeTypeInfo>("FLOWLOOM_NODE_TYPES");
const LOOKUPS = {
  providers: { p1: "My OpenAI" },
  tools: Object.fromEntries(read<ToolType>("FLOWLOOM_TOOL_TYPES").map((tool) => [tool.type, tool])),
};

function lines(id: string, config: JsonObject, local?: (text: LocalText) => string): string[] {
  const type = TYPES.find((known) => known.id === id);
  return summarise(node("n", id, { config }), type, LOOKUPS, local).map(({ text }) => text);
}

describe("cards", () => {
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
          config: { url: "https://api.test/x?y", method: "POST" },
        },
      },
      ["Search", "POST api.test"],
    ],
    [
      "tool",
      { tool: { type: "custom", name: "Sum" }, arguments: { a: "{{ nodes.x.y }}", b: "" } },
      ["Sum", "a = {x.y}, b = …"],
    ],
    ["poll", { tool: { type: "custom", name: "Orders" } }, ["Orders", "Every 5 min"]],
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
      ["a.n is greater than 3 or 1 more"],
    ],
    ["condition", { mode: "expression", expression: "inputs.n > 3" }, ["inputs.n > 3"]],
    ["code", { code: "# note\n\nresult = 1" }, ["result = 1"]],
    ["end", { outputs: [] }, ["Passes its input through"]],
    ["process", { tools: "broken", model: 7 }, ["7", "No prompt yet"]],
  ])("show what a %s node with %j does", (type, config, expected) => {
    expect(lines(type, config)).toEqual(expected);
  });

  it("speak Chinese", () => {
    const rows = [{ variable: "{{ inputs.n }}", operator: "equals", value: "3" }];
    expect(lines("condition", { mode: "rows", rows }, ({ zh = "" }) => zh)).toEqual(["n 等于 3"]);
    expect(lines("process", {}, ({ zh = "" }) => zh)).toEqual(["离线模型", "还没有提示词"]);
  });

  it.each(TYPES.map(({ id }) => id))("of %s are as high as they will be once everything has loaded", (id) => {
    const type = TYPES.find((known) => known.id === id);
    const tool = {
      type: "http-request",
      name: "Search",
      config: { url: "https://api.test", method: "post" },
    };
    const configs: JsonObject[] = [{}, { tool, arguments: {} }];
    for (const config of configs)
      expect(summarise(node("n", id, { config }), type)).toHaveLength(lines(id, config).length);
  });
});
