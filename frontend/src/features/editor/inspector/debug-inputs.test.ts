import { describe, expect, it } from "vitest";
import type { EdgeDoc, JsonObject, NodeDoc, NodeTypeInfo } from "@/api/types";
import { indexNodeTypes, toDocument } from "@/document/types";
import { debugInputs, toRequest } from "./debug-inputs";

const node = (
  key: string,
  type: string,
  config: JsonObject = {},
  pinned: JsonObject | null = null,
): NodeDoc => ({
  key,
  name: `Node ${key}`,
  type,
  type_version: 1,
  config,
  position: { x: 0, y: 0 },
  parent: null,
  bypass: false,
  pinned_output: pinned,
});
const edge = (source: string, target: string): EdgeDoc => ({
  id: `${source}-${target}`,
  source,
  source_port: "out",
  target,
  target_port: "in",
});
const type = (
  id: string,
  fields: NodeTypeInfo["output_fields"],
  from: string | null = null,
): NodeTypeInfo => ({
  id,
  version: 1,
  category: "data",
  icon: "box",
  title: { en: id, zh: id },
  help: { en: "", zh: "" },
  keywords: { en: "", zh: "" },
  summary: [],
  inputs: [],
  outputs: [],
  outputs_from: null,
  role: "step",
  effect: "pure",
  previews: false,
  config_schema: {},
  default_config: {},
  output_fields: fields,
  output_fields_from: from,
  pass_fields: [],
});

const types = indexNodeTypes([
  type("start", [], "fields"),
  type("template", [{ name: "text", type: "string", title: { en: "Text", zh: "文本" } }]),
]);
const document = toDocument({
  nodes: [
    node("start", "start", { fields: [{ name: "topic", type: "text", default: "flour" }] }),
    node("far", "template"),
    node("other", "template"),
    node("near", "template", {}, { text: "pinned text" }),
    node("ai", "template", { template: "{{ nodes.far.text }}" }),
  ],
  edges: [edge("start", "far"), edge("far", "other"), edge("other", "near"), edge("near", "ai")],
});

describe("debugInputs", () => {
  it("asks for the start, for direct predecessors and for what the config mentions", () => {
    const inputs = debugInputs(document, types, "ai", {});
    expect(inputs.map((input) => input.key)).toEqual(["near", "far", "start"]);
  });

  it("takes a pinned output before the last run and the last run before the bare shape", () => {
    const inputs = debugInputs(document, types, "ai", { near: { text: "run" }, far: { text: "run" } });
    expect(inputs.map(({ key, source, value }) => [key, source, value])).toEqual([
      ["near", "pinned", { text: "pinned text" }],
      ["far", "last-run", { text: "run" }],
      ["start", "shape", { topic: "flour" }],
    ]);
  });

  it("needs nothing for a node without predecessors", () => {
    expect(debugInputs(document, types, "start", {})).toEqual([]);
    expect(debugInputs(document, types, "gone", {})).toEqual([]);
  });
});

it("sends the start's values as run inputs", () => {
  const inputs = debugInputs(document, types, "ai", { start: { topic: "rice" }, far: { text: "f" } });
  expect(toRequest(inputs)).toEqual({
    inputs: { near: { text: "pinned text" }, far: { text: "f" } },
    run_inputs: { topic: "rice" },
  });
});
