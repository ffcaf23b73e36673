import { describe, expect, it } from "vitest";
import type { JsonObject, NodeDoc } from "@/api/types";
import { documentOf, NODE_TYPES, node, overlapping } from "@/test/documents";
import type { ExtractFault } from "./extract-fault";
import { planExtraction } from "./extract-workflow";
import { applyOperations } from "./operations";
import { type GraphDocument, toDocument } from "./types";

const OPTIONS = { language: "en", name: "Part" } as const;

const template = (key: string, text: string, changes: Partial<NodeDoc> = {}) =>
  node(key, "template", { config: { template: text }, ...changes });
const start = (...names: string[]) =>
  node("start", "start", { config: { fields: names.map((name) => ({ name, type: "text", title: name })) } });
const end = (value: string) => node("end", "end", { config: { outputs: [{ name: "said", value }] } });

function extract(document: GraphDocument, ...keys: string[]) {
  const plan = planExtraction(document, NODE_TYPES, keys, OPTIONS);
  if (!plan || plan.fault) throw new Error(`refused: ${plan?.fault.code}`);
  const applied = applyOperations(document, plan.extraction.replace("part"));
  return { child: toDocument(plan.extraction.graph), parent: applied.document, inverse: applied.inverse };
}

const paths = ({ edges }: GraphDocument) =>
  Object.values(edges)
    .map(({ source, source_port, target }) => `${source}:${source_port}>${target}`)
    .sort();
const rows = (document: GraphDocument, key: string, field: string) => document.nodes[key]?.config[field];

describe("extracting a workflow", () => {
  const document = documentOf(
    [
      start("name", "unused"),
      node("ask", "process", { position: { x: 336, y: 0 } }),
      template("greet", "Dear {{ inputs.name }}, {{ nodes.ask.result.city }} {{ nodes.ask.result }}", {
        position: { x: 672, y: 0 },
      }),
      template("sign", "{{ nodes.greet.text }} – {{ 附注.text }}", { position: { x: 1008, y: 0 } }),
      node("note", "template", { name: "附注", config: { template: "PS" } }),
      end("{{ nodes.sign.text }}{{ sign.text | upcase }}"),
    ],
    ["start>ask", "ask>greet", "greet>sign", "sign>end", "start>note", "note>greet"].filter(
      (path) => path !== "note>greet",
    ),
  );

  it("derives inputs from what is referred to outside, and outputs from what is referred to inside", () => {
    const { child, parent } = extract(document, "greet", "sign");
    expect(rows(child, "start", "fields")).toMatchObject([
      { name: "name", type: "text" },
      { name: "ask_result", type: "json", title: "ask › result" },
      { name: "note_text", type: "paragraph", title: "附注 › text" },
    ]);
    expect(rows(parent, "part", "inputs")).toEqual([
      { name: "name", value: "{{ inputs.name }}" },
      { name: "ask_result", value: "{{ nodes.ask.result | json }}" },
      { name: "note_text", value: "{{ nodes.note.text }}" },
    ]);
    expect(rows(child, "end", "outputs")).toEqual([{ name: "sign_text", value: "{{ nodes.sign.text }}" }]);
    expect(rows(parent, "part", "workflow")).toBe("part");
  });

  it("rewrites the references on both sides, and no others", () => {
    const { child, parent } = extract(document, "greet", "sign");
    expect(rows(child, "greet", "template")).toBe(
      "Dear {{ inputs.name }}, {{ inputs.ask_result.city }} {{ inputs.ask_result }}",
    );
    expect(rows(child, "sign", "template")).toBe("{{ nodes.greet.text }} – {{ inputs.note_text }}");
    expect(rows(parent, "end", "outputs")).toEqual([
      {
        name: "said",
        value: "{{ nodes.part.output.sign_text }}{{ nodes.part.output.sign_text | upcase }}",
      },
    ]);
  });

  it("wires both, lays the new one out, and takes itself back", () => {
    const { child, parent, inverse } = extract(document, "greet", "sign");
    expect(paths(child)).toEqual(["greet:out>sign", "sign:out>end", "start:out>greet"]);
    expect(paths(parent)).toEqual(["ask:out>part", "part:out>end", "start:out>ask", "start:out>note"]);
    expect(overlapping(child)).toEqual([]);
    const back = applyOperations(parent, inverse).document;
    expect(back.nodes).toEqual(document.nodes);
    expect(paths(back)).toEqual(paths(document));
  });

  it.each<[string, JsonObject, JsonObject]>([
    [
      "an expression",
      { expression: "nodes.ask.n-nodes.ask.m > 1" },
      { expression: "inputs.ask_n-inputs.ask_m > 1" },
    ],
    ["a name in brackets", { t: '{{ nodes["ask"].result }}' }, { t: "{{ inputs.ask_result }}" }],
    ["a field in brackets", { t: "{{ nodes.ask['a b'][0] }}" }, { t: "{{ inputs.ask_a_b[0] }}" }],
    ["a hyphen in a template", { t: "{{ nodes.ask.my-field }}" }, { t: "{{ inputs.ask_my_field }}" }],
    [
      "the whole node",
      { t: "{{ nodes.ask }} {{ nodes.ask[0] }}" },
      { t: "{{ inputs.ask }} {{ inputs.ask[0] }}" },
    ],
    [
      "a bare name",
      { t: "{% if ask.ok %}{{ ask }}{% endif %}" },
      { t: "{% if inputs.ask_ok %}{{ inputs.ask }}{% endif %}" },
    ],
    ["rows of conditions", { rows: [{ variable: "nodes.ask.n" }] }, { rows: [{ variable: "inputs.ask_n" }] }],
    [
      "what only looks like one",
      { t: "my nodes.ask2.x, subnodes.ask.x" },
      { t: "my nodes.ask2.x, subnodes.ask.x" },
    ],
    ["what stays inside", { t: "{{ nodes.a.text }}" }, { t: "{{ nodes.a.text }}" }],
  ])("understands %s", (_what, config, expected) => {
    const graph = documentOf(
      [start(), node("ask", "process"), node("a", "set", { config }), end("1")],
      ["start>ask", "ask>a", "a>end"],
    );
    const { child } = extract(graph, "a");
    expect(child.nodes.a?.config).toEqual(expected);
  });

  it("keeps inputs and derived names apart", () => {
    const graph = documentOf(
      [
        start("ask_n"),
        node("ask", "process"),
        template("a", "{{ inputs.ask_n }}{{ nodes.ask.n }}"),
        end("1"),
      ],
      ["start>ask", "ask>a", "a>end"],
    );
    const { child, parent } = extract(graph, "a");
    expect(rows(child, "a", "template")).toBe("{{ inputs.ask_n }}{{ inputs.ask_n_2 }}");
    expect(rows(parent, "part", "inputs")).toEqual([
      { name: "ask_n", value: "{{ inputs.ask_n }}" },
      { name: "ask_n_2", value: "{{ nodes.ask.n | json }}" },
    ]);
  });

  it("takes a branch with both its ways and what joins them", () => {
    const graph = documentOf(
      [
        start(),
        node("if", "condition"),
        template("a", "a"),
        template("b", "b"),
        template("c", "c"),
        end("1"),
      ],
      ["start>if", "if:true>a", "if:false>b", "a>c", "b>c", "c>end"],
    );
    const { child, parent } = extract(graph, "if", "a", "b", "c");
    expect(paths(parent)).toEqual(["part:out>end", "start:out>part"]);
    expect(paths(child)).toContain("c:out>end");
    expect(paths(child)).toHaveLength(6);
  });

  it("works inside of a container, and with a whole one", () => {
    const graph = documentOf(
      [
        start(),
        node("each", "iteration", { config: { items: "{{ inputs.x }}", output: "{{ nodes.b.text }}" } }),
        template("a", "{{ nodes.each.item }}", { parent: "each", position: { x: 24, y: 64 } }),
        template("b", "{{ nodes.a.text }}", { parent: "each", position: { x: 360, y: 64 } }),
        end("{{ nodes.each.results }}"),
      ],
      ["start>each", "a>b", "each>end"],
    );
    const inside = extract(graph, "a", "b");
    expect(inside.parent.nodes.part).toMatchObject({ parent: "each", position: { x: 24, y: 64 } });
    expect(rows(inside.parent, "each", "output")).toBe("{{ nodes.part.output.b_text }}");
    expect(rows(inside.child, "a", "template")).toBe("{{ inputs.each_item }}");
    const whole = extract(graph, "each");
    expect(whole.child.order).toHaveLength(5);
    expect(whole.child.nodes.a?.parent).toBe("each");
    expect(rows(whole.child, "a", "template")).toBe("{{ nodes.each.item }}");
    expect(rows(whole.parent, "end", "outputs")).toEqual([
      { name: "said", value: "{{ nodes.part.output.each_results }}" },
    ]);
  });

  it.each<[string, string[], string[], Pick<ExtractFault, "code" | "name">]>([
    ["the start", ["start>a", "a>b", "b>end"], ["start", "a"], { code: "ends", name: "start" }],
    ["the end", ["start>a", "a>end"], ["a", "end"], { code: "ends", name: "end" }],
    ["a gap", ["start>a", "a>b", "b>c", "c>end"], ["a", "c"], { code: "between", name: "b" }],
    [
      "two ways in",
      ["start>a", "start>b", "a>c", "b>d", "c>x", "d>x"],
      ["c", "d"],
      { code: "entries", name: "d" },
    ],
    ["one way out of two", ["start>if", "if:true>a", "a>end"], ["if", "a"], { code: "exits", name: "a" }],
    ["a branch at its end", ["start>if", "if:true>a"], ["if"], { code: "exits", name: "if" }],
    ["a join that reads", ["start>a", "a>m", "b>m"], ["a"], { code: "arrivals", name: "m" }],
    ["nodes of two containers", ["start>a", "inner>deep"], ["a", "inner"], { code: "containers", name: "" }],
  ])("refuses %s", (_what, edges, keys, fault) => {
    const graph = documentOf(
      [
        start(),
        ...["a", "b", "c", "d", "x"].map((key) => node(key)),
        node("if", "condition"),
        node("m", "merge"),
        node("each", "iteration"),
        node("inner", "template", { parent: "each" }),
        node("deep", "template", { parent: "each" }),
        end("1"),
      ],
      edges,
    );
    expect(planExtraction(graph, NODE_TYPES, keys, OPTIONS)).toEqual({ fault });
  });

  it("allows several ways in from one port, and several out that are always taken", () => {
    const graph = documentOf(
      [start(), ...["a", "b", "x", "y"].map((key) => node(key)), end("1")],
      ["start>a", "start>b", "a>x", "b>y"],
    );
    const { child, parent } = extract(graph, "a", "b");
    expect(paths(child)).toEqual(["a:out>end", "b:out>end", "start:out>a", "start:out>b"]);
    expect(paths(parent)).toEqual(["part:out>x", "part:out>y", "start:out>part"]);
  });

  it("takes a long chain", () => {
    const keys = Array.from({ length: 3000 }, (_, at) => `n${at}`);
    const graph = documentOf(
      keys.map((key, at) => template(key, `{{ nodes.n${at - 1}.text }}`)),
      keys.slice(1).map((key, at) => `n${at}>${key}`),
    );
    const { child, parent } = extract(graph, ...keys.slice(10, -10));
    expect(rows(child, "start", "fields")).toMatchObject([{ name: "n9_text" }]);
    expect(parent.order).toHaveLength(21);
  });
});
