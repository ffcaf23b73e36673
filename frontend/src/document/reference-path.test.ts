import { describe, expect, it } from "vitest";
import { parseReference, type ReferencePath, writeReference } from "./reference-path";

describe("parseReference", () => {
  it.each<[string, ReferencePath | null]>([
    [" inputs.topic ", ["inputs", "topic"]],
    ["nodes.fetch.rows[0].title", ["nodes", "fetch", "rows", 0, "title"]],
    ['nodes["视频URL（抖音）"].text', ["nodes", "视频URL（抖音）", "text"]],
    ["nodes['1st'] . x", ["nodes", "1st", "x"]],
    [" 1st.x", ["1st", "x"]],
    ["nodes.fetch.2nd.3D[1]", ["nodes", "fetch", "2nd", "3D", 1]],
    ["inputs.2", null],
    ["发布需求.选题", ["发布需求", "选题"]],
    ["inputs.content-type", ["inputs", "content-type"]],
    ["", null],
    ["1 + 2", null],
    ["$json.x", null],
    ["inputs.", null],
    ["inputs.topic upcase", null],
    ["#id.field#", null],
  ])("%s", (text, path) => {
    expect(parseReference(text)).toEqual(path);
  });
});

describe("writeReference", () => {
  it.each<[ReferencePath, string, string, string]>([
    [["inputs", "topic"], "{{ inputs.topic }}", "inputs.topic", "{{ inputs.topic }}"],
    [["nodes", "a", "rows", 0], "{{ nodes.a.rows[0] }}", "nodes.a.rows[0]", "{{ nodes.a.rows[0] }}"],
    [["nodes", "a", "标题"], "{{ nodes.a.标题 }}", 'nodes.a["标题"]', "{{ nodes.a.标题 }}"],
    [["发布需求", "选题"], "{{ 发布需求.选题 }}", 'nodes["发布需求"]["选题"]', "{{ 发布需求.选题 }}"],
    [
      ["nodes", "视频URL（抖音）"],
      '{{ nodes["视频URL（抖音）"] }}',
      'nodes["视频URL（抖音）"]',
      "{{ nodes['视频URL（抖音）'] }}",
    ],
    [["nodes", "1st", "in"], '{{ nodes["1st"].in }}', 'nodes["1st"]["in"]', "{{ nodes['1st'].in }}"],
    [["nodes", 'a"b'], "{{ nodes['a\"b'] }}", 'nodes["a\\"b"]', "{{ nodes['a\"b'] }}"],
    [["nodes", "it's"], '{{ nodes["it\'s"] }}', 'nodes["it\'s"]', '{{ nodes[\\"it\'s\\"] }}'],
  ])("%j", (path, template, expression, json) => {
    expect(writeReference(path, "template")).toBe(template);
    expect(writeReference(path, "expression")).toBe(expression);
    expect(writeReference(path, "json")).toBe(json);
  });

  it("gives back what was read, whatever the names", () => {
    for (const name of [
      "a",
      "标题",
      "1a",
      "1e5",
      "0x1f",
      "7_",
      "a b",
      "it's",
      "a-b",
      "（抖音）",
      "in",
      "true",
    ]) {
      const path = ["nodes", name, "x", 3];
      expect(parseReference(writeReference(path, "expression"))).toEqual(path);
      expect(parseReference(writeReference(path, "template").slice(3, -3))).toEqual(path);
    }
  });
});
