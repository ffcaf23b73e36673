import { describe, expect, it } from "vitest";
import type { ReferenceLanguage } from "@/document/reference-path";
import type { VariableGroup } from "@/document/variables";
import { knownVariables } from "./variables-state";
import { wrongSyntaxIn } from "./wrong-syntax";

const group = (id: string, name: string, ...paths: string[]): VariableGroup => ({
  id,
  nodeKey: id,
  title: { en: name, zh: name },
  variables: paths.map((path) => ({
    path,
    reference: id === "inputs" ? `inputs.${path}` : `nodes.${id}.${path}`,
    type: "string",
    title: { en: path, zh: path },
  })),
});

const KNOWN = knownVariables([
  group("ask", "Ask AI", "result", "usage"),
  group("fetch", "视频URL（抖音）", "status", "body"),
  group("inputs", "Run inputs", "topic", "主题"),
]);

/** The text with every replacement made; a place without one becomes `?`. */
function mended(text: string, language: ReferenceLanguage): string {
  return wrongSyntaxIn(text, language, KNOWN).reduceRight(
    (whole, { from, to, replacement }) => whole.slice(0, from) + (replacement ?? "?") + whole.slice(to),
    text,
  );
}

describe("a template", () => {
  it.each([
    ["On {{ $json.topic }} now", "On {{ inputs.topic }} now"],
    ["={{ $json.topic }}", "{{ inputs.topic }}"],
    ["{{ $json.body.items[0].title }}", "{{ nodes.fetch.body.items[0].title }}"],
    ["{{ $('Ask AI').item.json.usage.total }}", "{{ nodes.ask.usage.total }}"],
    ["{{ $('Ask AI').first().json.text }}", "{{ nodes.ask.result }}"],
    ['{{ $node["视频URL（抖音）"].json.status }}', "{{ nodes.fetch.status }}"],
    ["{{#fetch.body#}}", "{{ nodes.fetch.body }}"],
    ["{{#ask.text#}}", "{{ nodes.ask.result }}"],
    ["{{#1711067409646.topic#}}", "{{ inputs.topic }}"],
    ["{{#sys.query#}}", "?"],
    ["{{topic}} 与 {{主题}}", "{{ inputs.topic }} 与 {{ inputs.主题 }}"],
    ["{{ask.data.output}}", "{{ask.data.output}}"],
    ["{{llm_0.data.output}}", "?"],
    ["{topic} and {date}", "{{ inputs.topic }} and {date}"],
    ['{"topic": {"a": 1}}', '{"topic": {"a": 1}}'],
    ["{{ inputs.topic | upcase }} {{ nodes.ask }}", "{{ inputs.topic | upcase }} {{ nodes.ask }}"],
    ["{% for x in inputs.topic %}{% endfor %}", "{% for x in inputs.topic %}{% endfor %}"],
    ["half {{ top", "half {{ top"],
  ])("%s", (text, right) => {
    expect(mended(text, "template")).toBe(right);
  });
});

describe("an expression", () => {
  it.each([
    ["{{ inputs.topic }} == 'a'", "inputs.topic == 'a'"],
    ["{{ nodes.fetch.status }} >= 400", "nodes.fetch.status >= 400"],
    ["={{ $json.status }} === 200", "nodes.fetch.status == 200"],
    ["$json.status > 3 and not inputs.topic", "nodes.fetch.status > 3 && ! inputs.topic"],
    ["$('Ask AI').item.json.usage == 1", "nodes.ask.usage == 1"],
    ["{{#fetch.body#}} != ''", "nodes.fetch.body != ''"],
    ["inputs.topic == 'this and {that}'", "inputs.topic == 'this and {that}'"],
    ["inputs.主题 == '一'", "inputs.主题 == '一'"],
    ["{{ gone.x }}", "?"],
  ])("%s", (text, right) => {
    expect(mended(text, "expression")).toBe(right);
  });
});

describe("the texts of a JSON document are templates in which quotes are written for JSON", () => {
  it.each([
    ['{"a": "{{#fetch.body#}} {x}"}', '{"a": "{{ nodes.fetch.body }} {x}"}'],
    ['{"a": "{{ $node[\\"Ask AI\\"].json.usage }}"}', '{"a": "{{ nodes.ask.usage }}"}'],
    [
      '{"a": {{ inputs.topic }}, "b": [{{$json.status}}]}',
      '{"a": "{{ inputs.topic }}", "b": ["{{ nodes.fetch.status }}"]}',
    ],
    ['{"a": "{{ inputs.topic }}", "b": {"c": {}}}', '{"a": "{{ inputs.topic }}", "b": {"c": {}}}'],
  ])("%s", (text, right) => {
    expect(mended(text, "json")).toBe(right);
  });
});
