import { describe, expect, it } from "vitest";
import { parseReference, writeReference } from "@/document/reference-path";
import { isKnown, readable, referencesIn } from "./template-syntax";

const nodeNames = new Map([
  ["fetch", "Fetch page"],
  ["brief", "发布需求"],
]);
const inputs = new Set(["topic"]);
const known = { nodeNames, inputs, environment: new Set(["REGION"]) };
const pathOf = (text: string) => parseReference(text) ?? [];

describe("referencesIn", () => {
  it.each([
    ["plain text", []],
    ["{{ inputs.topic }} and {{nodes.fetch.title}}", ["inputs.topic", "nodes.fetch.title"]],
    ["{{ 发布需求.选题 }}", ["发布需求.选题"]],
    ["{{- inputs.topic | upcase -}}", ["inputs.topic"]],
    ["{% if inputs.topic %}x{% endif %}", []],
  ])("%s", (template, paths) => {
    expect(referencesIn(template).map(({ text }) => text)).toEqual(paths);
  });

  it("tells where a reference stands", () => {
    const template = "Hello {{ inputs.topic }}!";
    const [reference] = referencesIn(template);
    expect(template.slice(reference?.from, reference?.to)).toBe(
      writeReference(["inputs", "topic"], "template"),
    );
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
    ["env.REGION", "env.REGION"],
  ])("%s is shown as %s", (path, words) => {
    expect(readable(pathOf(path), known)).toBe(words);
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
    ["env.REGION", true],
    ["env.GHOST", false],
  ])("%s: %s", (path, isThere) => {
    expect(isKnown(pathOf(path), known)).toBe(isThere);
  });

  it.each(["nodes.fetch.title", "inputs.topic", "没有.选题", 'nodes["发布需求"].选题'])(
    "%s may exist where nothing is known, as in a tool's own settings",
    (path) => {
      expect(isKnown(pathOf(path), { nodeNames: new Map(), inputs: new Set(), environment: new Set() })).toBe(
        true,
      );
    },
  );
});
