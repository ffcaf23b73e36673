import { expect, it } from "vitest";
import { node } from "@/test/documents";
import { foundReferences, referencesOf } from "./found-references";

const NODES = [node("fetch", "http_request", { name: "取数" }), node("ai", "process", { name: "Draft" })];

it.each([
  ["{{ nodes.fetch.body }}", [["nodes", "fetch", "body"]], true],
  ["{{ 取数.body[0] }}", [["nodes", "fetch", "body", 0]], true],
  ['{{ nodes["Draft"].result }}', [["nodes", "ai", "result"]], true],
  ["{{ inputs.topic | upcase }}", [["inputs", "topic"]], false],
  ["{% if nodes.ai.ok %}yes{% endif %}", [["nodes", "ai", "ok"]], false],
  [
    "nodes.fetch.rows.size() > 3 && inputs.ok",
    [
      ["nodes", "fetch", "rows", "size"],
      ["inputs", "ok"],
    ],
    false,
  ],
])("finds what %j refers to", (text, paths, isPlain) => {
  const found = foundReferences(text, NODES);
  expect(found.map(({ path }) => path)).toEqual(paths);
  expect(found.every((reference) => reference.isPlain === isPlain)).toBe(true);
});

it.each(["no reference here", "{{ nodes.gone.x }}", "{{ 'nodes.ai' }}", "Draft a mail about inputs"])(
  "finds nothing in %j",
  (text) => {
    expect(foundReferences(text, NODES)).toEqual([]);
  },
);

it("names the field of each, once", () => {
  const config = { url: "{{ inputs.a }}{{ inputs.a }}", rows: [{ value: "{{ inputs.b }}" }] };
  expect(referencesOf(config, NODES).map(({ field, path }) => [field, path[1]])).toEqual([
    ["url", "a"],
    ["rows.0.value", "b"],
  ]);
});
