import { describe, expect, it } from "vitest";
import { isKnown, readable, referencesIn, toReference } from "./template-syntax";

const names = new Map([
  ["fetch", "Fetch page"],
  ["brief", "发布需求"],
]);
const inputs = new Set(["topic"]);

describe("referencesIn", () => {
  it.each([
    ["plain text", []],
    ["{{ inputs.topic }} and {{nodes.fetch.title}}", ["inputs.topic", "nodes.fetch.title"]],
    ["{{ 发布需求.选题 }}", ["发布需求.选题"]],
    ["{{- inputs.topic | upcase -}}", ["inputs.topic"]],
    ["{% if inputs.topic %}x{% endif %}", []],
  ])("%s", (template, paths) => {
    expect(referencesIn(template).map((reference) => reference.path)).toEqual(paths);
  });

  it("tells where a reference stands", () => {
    const template = "Hello {{ inputs.topic }}!";
    const [reference] = referencesIn(template);
    expect(template.slice(reference?.from, reference?.to)).toBe(toReference("inputs.topic"));
  });
});

describe("readable", () => {
  it.each([
    ["nodes.fetch.data.title", "Fetch page › data.title"],
    ["nodes.fetch", "Fetch page"],
    ["nodes.gone.x", "gone › x"],
    ['nodes["视频URL（抖音）"].text', "视频URL（抖音） › text"],
    ["inputs.topic", "topic"],
    ["发布需求.选题", "发布需求.选题"],
  ])("%s is shown as %s", (path, words) => {
    expect(readable(path, names)).toBe(words);
  });
});

describe("isKnown", () => {
  it.each([
    ["nodes.fetch.title", true],
    ["nodes.gone", false],
    ["inputs.topic", true],
    ["inputs.gone", false],
    ["发布需求.选题", true],
    ["没有.选题", false],
    ['nodes["发布需求"].选题', true],
  ])("%s: %s", (path, known) => {
    expect(isKnown(path, names, inputs)).toBe(known);
  });

  it.each(["nodes.fetch.title", "inputs.topic", "没有.选题", 'nodes["发布需求"].选题'])(
    "%s may exist where nothing is known, as in a tool's own settings",
    (path) => {
      expect(isKnown(path, new Map(), new Set())).toBe(true);
    },
  );
});
