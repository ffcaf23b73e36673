import { describe, expect, it } from "vitest";
import type { Json, JsonObject, LocalText } from "@/api/types";
import { CONDITIONS, documentOf, NODE_TYPES, node, typeWithLine } from "@/test/documents";
import { cardSize } from "./geometry";
import { freePosition } from "./placement";
import { summarise } from "./summary";
import { availableVariables, variablesInPass } from "./variables";

describe("summarise", () => {
  const lines = (value: Json, text: string, schema: JsonObject = {}, local?: (text: LocalText) => string) =>
    summarise(node("n", "lined", { config: { value } }), typeWithLine(text, schema), {}, local).map(
      (line) => line.text,
    );

  it.each<[Json, string, JsonObject, string]>([
    ["\n  Write on {{ inputs.topic }}\nmore", "{value}", {}, "Write on {topic}"],
    [7, "{value} s", {}, "7 s"],
    ["{{ nodes.x.y\n  | json }}", "{value}", {}, "{x.y}"],
    ["{% for a in inputs.rows %}\n- {{ a.name }}\n{% endfor %}", "{value}", {}, "- {a.name}"],
    ["{% include 'x' %}", "{value}", {}, "{% include 'x' %}"],
    [["09:00", "18:00"], "at {value}", {}, "at 09:00, 18:00"],
    ["b", "{value}", { "x-enum-labels": { b: { en: "Both", zh: "两者" } } }, "Both"],
    ["# note\n\nresult = 1", "{value}", { "x-widget": "code" }, "result = 1"],
    ["// note\nreturn 1", "{value}", { "x-widget": "code" }, "return 1"],
    ["https://api.test/x?y", "GET {value|host}", {}, "GET api.test"],
    ["https://{{ inputs.host | default: 'a/b' }}/x", "GET {value|host}", {}, "GET {host}"],
    [[{ label: "Bug" }, { label: "" }, { label: "Wish" }], "{value.label}", {}, "Bug, Wish"],
    [[{ name: "a", value: "{{ nodes.x.y }}" }, { name: "b" }, {}], "{value}", {}, "a = {x.y}, b = …"],
    [{ a: "1" }, "{value}", {}, "a = 1"],
  ])("shows %j as %s", (value, text, schema, expected) => {
    expect(lines(value, text, schema)).toEqual([expected]);
  });

  it("puts rows in words, without cells that do not count", () => {
    const empty = { variable: "{{ nodes.a.m }}", operator: "isEmpty", value: "3" };
    const equal = { variable: "{{ inputs.n }}", operator: "equals", value: "" };
    expect(lines([{ variable: "" }, empty, equal], "{value|first} + {value|more}", CONDITIONS)).toEqual([
      "a.m is empty + 1",
    ]);
    expect(lines([equal], "{value|first}", CONDITIONS, ({ zh = "" }) => zh)).toEqual(["n 等于 …"]);
  });

  it("lets rows say themselves what they are, with what they hold until somebody writes there", () => {
    const way = (text: string, kind?: string): JsonObject => ({
      text: { en: text, zh: text },
      when: kind ? { kind: [kind] } : {},
      missing: false,
    });
    const rows: JsonObject = {
      items: {
        "x-summary": [[way("Every {every} min", "minutes"), way("{days}, {times}")]],
        properties: {
          kind: { default: "weekly" },
          every: { type: "integer", default: 1 },
          days: { type: "array", items: { "x-enum-labels": { mon: { en: "Monday", zh: "周一" } } } },
          times: { type: "array", default: ["09:00"] },
        },
      },
    };
    expect(lines([{ kind: "minutes", every: 5 }, {}], "{value|first} + {value|more}", rows)).toEqual([
      "Every 5 min + 1",
    ]);
    expect(lines([{ days: ["mon", "x"] }], "{value|first}", rows)).toEqual(["Monday, x, 09:00"]);
    expect(lines([{ days: [] }], "{value|first}", rows)).toEqual([]);
  });

  it("takes the first way that applies and is complete", () => {
    const way = (text: string, when: JsonObject = {}, missing = false) => ({
      text: { en: text, zh: text },
      when,
      missing,
    });
    const type = {
      ...typeWithLine(""),
      summary: [[way("until {until}", { mode: ["until"] }), way("{seconds} s"), way("Nothing", {}, true)]],
      default_config: { mode: "until" },
    };
    const line = (config: JsonObject) => summarise(node("n", "lined", { config }), type)[0];
    expect(line({ until: "noon", seconds: 3 })).toEqual({ text: "until noon", missing: false });
    expect(line({ until: "", seconds: 3 })).toEqual({ text: "3 s", missing: false });
    expect(line({ mode: "seconds", until: "noon" })).toEqual({ text: "Nothing", missing: true });
  });

  it("names a type that this server does not know", () => {
    expect(summarise(node("n", "unheard_of"), undefined)).toEqual([
      { text: "Unknown type: unheard_of", missing: true },
    ]);
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
