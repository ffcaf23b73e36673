import { expect, it } from "vitest";
import { documentOf, node as shownNode, typeWithSchema } from "@/test/documents";
import { applyOperations } from "./operations";
import { renameOperations, renameReferences } from "./references";
import { rekeying } from "./rekey-operation";
import { type GraphDocument, type GraphOperation, indexNodeTypes, type NodeDoc } from "./types";

const TYPE = typeWithSchema({
  properties: {
    template: { type: "string", "x-widget": "template" },
    condition: { type: "string", "x-widget": "cel" },
    note: { type: "string", "x-widget": "long-text" },
    cases: {
      type: "array",
      items: {
        type: "object",
        properties: {
          label: { type: "string" },
          value: {
            type: "string",
            "x-widget": "template-line",
            "x-cel-if": { matchType: ["condition"] },
          },
        },
      },
    },
    tool: {
      anyOf: [
        { type: "object", properties: { name: { type: "string" }, config: { "x-template": true } } },
        { type: "null" },
      ],
    },
  },
});

const RENAMING = {
  keys: new Map([
    ["fetch", "get"],
    ["1st", "2nd_3"],
  ]),
  names: new Map([
    ["Bob's", "Ann's"],
    ["Fetch", "Get page"],
    ["Look-up", "Find"],
    ["3rd", "4th"],
  ]),
  keyOf: new Map<string, string>(),
};

it.each([
  ["nodes.fetch.x", "nodes.get.x"],
  ["nodes['fetch'].x", "nodes['get'].x"],
  ["nodes.1st.x + nodes['1st'].x", "nodes.2nd_3.x + nodes['2nd_3'].x"],
])("renames in the expression %s", (condition, renamed) => {
  expect(renameReferences({ condition }, RENAMING, TYPE)).toEqual({ condition: renamed });
});

it.each([
  ["nodes.fetch.x {{ nodes.fetch.x }}", "nodes.fetch.x {{ nodes.get.x }}"],
  ["{{ nodes['fetch'].x }}", "{{ nodes['get'].x }}"],
  [`{{ nodes["Bob's"].x }}`, `{{ nodes["Ann's"].x }}`],
  ["{{ Fetch.x }} and Fetch.x", '{{ nodes["Get page"].x }} and Fetch.x'],
  ["{{-Look-up[0] }}{% if Look-up.x %}", "{{-Find[0] }}{% if Find.x %}"],
  ["{{ Fetch }} {{ a.Fetch.x }} {{ Fetched.x }}", "{{ Fetch }} {{ a.Fetch.x }} {{ Fetched.x }}"],
  [
    "{{ nodes.1st }} {{ nodes.1st_x }} {{ nodes.a1st }}",
    "{{ nodes.2nd_3 }} {{ nodes.1st_x }} {{ nodes.a1st }}",
  ],
  ["{{ 3rd.x }} {{ 13rd.x }} {{ nodes.a.3rd.x }}", "{{ 4th.x }} {{ 13rd.x }} {{ nodes.a.3rd.x }}"],
  ["{{ Fetch.x", '{{ nodes["Get page"].x'],
])("renames in the template %s", (template, renamed) => {
  expect(renameReferences({ template }, RENAMING, TYPE)).toEqual({ template: renamed });
});

it("follows a new key in every edit of a node, as its type reads the texts", () => {
  const text = "nodes.fetch.x {{ nodes.fetch.x }}";
  const config = {
    template: text,
    condition: text,
    note: text,
    cases: [{ label: text, value: text }],
    tool: { name: text, config: { list: [text] } },
  };
  const inTag = "nodes.fetch.x {{ nodes.get.x }}";
  const followed = {
    ...config,
    template: inTag,
    condition: "nodes.get.x {{ nodes.get.x }}",
    cases: [{ label: text, value: inTag }],
    tool: { name: text, config: { list: [inTag] } },
  };
  const types = indexNodeTypes([TYPE]);
  const shown = documentOf([shownNode("fetch", TYPE.id), shownNode("other", TYPE.id)]);
  const rekeyed = (operation: GraphOperation) => rekeying(RENAMING.keys, types, shown)(operation);
  expect(rekeyed({ op: "add_node", node: node("fetch", "A", TYPE.id, config) })).toMatchObject({
    node: { key: "get", config: followed },
  });
  expect(rekeyed({ op: "update_node", key: "other", changes: { config } })).toMatchObject({
    key: "other",
    changes: { config: followed },
  });
  expect(rekeyed({ op: "update_config", key: "fetch", set: config, unset: [] })).toMatchObject({
    key: "get",
    set: followed,
  });
});

const node = (key: string, name: string, type = "template", config: NodeDoc["config"] = {}): NodeDoc => ({
  key,
  type,
  type_version: 2,
  name,
  config,
  parent: null,
  bypass: false,
  pinned_output: null,
  position: { x: 0, y: 0 },
});

function renamed(from: string, to: string, config: NodeDoc["config"]): NodeDoc["config"] | undefined {
  const nodes = { step: node("step", from), other: node("other", "Other", "condition", config) };
  const document: GraphDocument = { nodes, order: ["step", "other"], edges: {} };
  const operations = renameOperations(document, { condition: TYPE }, "step", to);
  return applyOperations(document, operations).document.nodes.other?.config;
}

it.each([
  // Signs that a string cannot hold, or not between these quotes.
  ["Rack", '19" Rack', "{{ Rack.x }}", "{{ nodes['19\" Rack'].x }}"],
  ["Rack", '19" Rack', '{{ nodes["Rack"].x }}', "{{ nodes['19\" Rack'].x }}"],
  ['19" Rack', "Rack", "{{ nodes['19\" Rack'].x }}", "{{ nodes['Rack'].x }}"],
  ["Rack", `a'b"c`, "{{ Rack.x }} {{ nodes['Rack'].y }}", "{{ nodes.step.x }} {{ nodes.step.y }}"],
  ["Rack", "a}}b", "{{ Rack.x }}", "{{ nodes.step.x }}"],
  ["Rack", "a\\b", '{{ nodes["Rack"].x }}', "{{ nodes.step.x }}"],
  // Words that a template reads otherwise.
  ["Rack", "now", "{{ Rack.x }}", "{{ nodes.now.x }}"],
  ["Rack", "inputs", "{{ Rack.x }}", "{{ nodes.inputs.x }}"],
  // Names behind `nodes`.
  ["抓取", "来源", "{{ nodes.抓取.x }}", "{{ nodes.来源.x }}"],
  ["抓取", "来 源", "{{ nodes.抓取.x }}", '{{ nodes["来 源"].x }}'],
  ["Rack", "Shelf", "{{ nodes.Rack.x }} {{ nodes.other.y }}", "{{ nodes.Shelf.x }} {{ nodes.other.y }}"],
  ["other", "Shelf", "{{ nodes.other.y }}", "{{ nodes.other.y }}"],
  ["a-b", "c", "{{ nodes.a-b.x }}", "{{ nodes.c.x }}"],
  // Words that are none of a template.
  ["抓取", "来源", "抓取.x", "抓取.x"],
])("renames %s to %s in the template %s", (from, to, before, after) => {
  expect(renamed(from, to, { template: before })).toEqual({ template: after });
});

it.each([
  ["抓取", "来源", "抓取.count > 3 && 抓取['a'] != \"抓取.x\"", "来源.count > 3 && 来源['a'] != \"抓取.x\""],
  ["抓取", "Fetch", "抓取.count > 3", "nodes.Fetch.count > 3"],
  ["抓取", "来 源", "抓取.count > 3", 'nodes["来 源"].count > 3'],
  ["抓取", '19" Rack', "抓取.count > 3", "nodes['19\" Rack'].count > 3"],
  ["抓取", `a'b"c`, "抓取.count > nodes.抓取.x", "nodes.step.count > nodes.step.x"],
  ["抓取", "来源", "nodes.抓取.count - nodes.抓取.x", "nodes.来源.count - nodes.来源.x"],
  ["Fetch", "抓取", "nodes.Fetch.count > inputs.Fetch.x", "nodes.抓取.count > inputs.Fetch.x"],
  ["Fetch", "a-b", "nodes.Fetch.count", 'nodes["a-b"].count'],
  ["抓取", "new name", "抓取.n", 'nodes["new name"].n'],
  ["抓取", "来源", "'a 抓取.x \\' 抓取.y' + 抓取.z", "'a 抓取.x \\' 抓取.y' + 来源.z"],
])("renames %s to %s in the expression %s", (from, to, before, after) => {
  expect(renamed(from, to, { condition: before })).toEqual({ condition: after });
  const cases = (value: string) => ({ matchType: "condition", cases: [{ label: "a", value }] });
  expect(renamed(from, to, cases(before))).toEqual(cases(after));
});
