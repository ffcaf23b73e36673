import { describe, expect, it } from "vitest";
import type { ReferenceLanguage } from "@/document/reference-path";
import { completing, typedReference } from "./typed-reference";

const PATH = ["inputs", "topic"];

/** Completes at the bar, which is the caret. */
function completed(marked: string, language: ReferenceLanguage): string | null {
  const at = marked.indexOf("|");
  const text = marked.replace("|", "");
  const typed = typedReference(text.slice(0, at), language);
  if (!typed) return null;
  const { from, to, insert } = completing(text, typed, at, PATH, language);
  return `${text.slice(0, from)}${insert}${text.slice(to)}`;
}

describe("completing", () => {
  it.each<[string, string | null]>([
    ["about {{| now", "about {{ inputs.topic }} now"],
    ["about {{ to| now", "about {{ inputs.topic }} now"],
    ["about {{ to|}} now", "about {{ inputs.topic }} now"],
    ["about {{ to| }} now", "about {{ inputs.topic }} now"],
    ["about {{ |inputs.old }} now", "about {{ inputs.topic }} now"],
    ["about {{ inputs.o|ld }} now", "about {{ inputs.topic }} now"],
    ['about {{ nodes["fe|tch"].x }} now', "about {{ inputs.topic }} now"],
    ['{"a": "{{ to|"}', '{"a": "{{ inputs.topic }}"}'],
    ['{"a": {"b": "{{ to|"}}', '{"a": {"b": "{{ inputs.topic }}"}}'],
    ["{{ to| and {{ inputs.b }}", "{{ inputs.topic }} and {{ inputs.b }}"],
    ["see /to| now", "see {{ inputs.topic }} now"],
    ["and/or|", null],
    ["{{ inputs.a }} |", null],
  ])("template: %s", (marked, text) => {
    expect(completed(marked, "template")).toBe(text);
  });

  it.each<[string, string | null]>([
    ["to| > 3", "inputs.topic > 3"],
    ["size(inputs.to|)", "size(inputs.topic)"],
    ["inputs.o|ld > 3", "inputs.topic > 3"],
    ["{{ to| }} > 3", "inputs.topic > 3"],
    ["inputs.a == 'to|", null],
    ["inputs.a == 'x' && to|", "inputs.a == 'x' && inputs.topic"],
  ])("expression: %s", (marked, text) => {
    expect(completed(marked, "expression")).toBe(text);
  });

  it.each<[string, string | null]>([
    ['{"a": "{{ to|"}', '{"a": "{{ inputs.topic }}"}'],
    ['{"a": "x \\" {{ to|}}"}', '{"a": "x \\" {{ inputs.topic }}"}'],
    ['{"a": {{ to|}}}', '{"a": "{{ inputs.topic }}"}'],
    ['{"a": {{to|}', '{"a": "{{ inputs.topic }}"}'],
    ['{"a": /to|', null],
  ])("JSON: %s", (marked, text) => {
    expect(completed(marked, "json")).toBe(text);
  });

  it("keeps the filters behind a reference", () => {
    expect(completed("about {{ to| | upcase }} now", "template")).toBe(
      "about {{ inputs.topic | upcase }} now",
    );
  });
});
