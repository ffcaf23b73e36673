/** Conditions that show a field, as `workflow_editor/nodes/fields/show_rules.py` has them: the server decides. Pure. */

import { SHOW_OPERATORS, YES_WORDS } from "@/api/rules.gen";
import type { Json } from "@/api/types";
import { objectsOf, textOf } from "@/document/config";

export type ShowOperator = (typeof SHOW_OPERATORS)[number];

export type ShowRule = { field: string; operator: ShowOperator; value: string };

export type Earlier = ReadonlyMap<string, { kind: string; value: Json | undefined }>;

export const NUMBERS = ["number", "integer", "rating"];
const LINES = ["text", "paragraph", "select", "date", "email"];
const TRIMMED = ["date", "email"];
const NUMBER = /^[+-]?\d{1,400}(\.\d{1,400})?(e[+-]?\d{1,4})?$/i;

export function readRules(rules: Json | undefined): ShowRule[] {
  return objectsOf(rules).map(({ field, operator, value }) => ({
    field: textOf(field),
    operator: SHOW_OPERATORS.find((one) => one === operator) ?? "is",
    value: textOf(value),
  }));
}

/** True if the field is part of the form; a rule about a field that does not come before always holds. */
export function isFieldShown(rules: readonly ShowRule[], match: "all" | "any", earlier: Earlier): boolean {
  const isHolding = (rule: ShowRule) => {
    const asked = earlier.get(rule.field);
    return asked === undefined || holds(rule, asked.kind, asked.value);
  };
  return rules.length === 0 || (match === "all" ? rules.every(isHolding) : rules.some(isHolding));
}

function holds({ operator, value }: ShowRule, kind: string, given: Json | undefined): boolean {
  const texts = textsOf(kind, given);
  const [only = ""] = texts;
  switch (operator) {
    case "is_filled":
      return texts.length > 0;
    case "contains":
      return texts.some((text) => (LINES.includes(kind) ? text.includes(value) : isSame(kind, text, value)));
    case "is":
      return texts.length === 1 && isSame(kind, only, value);
    case "is_not":
      return texts.length !== 1 || !isSame(kind, only, value);
  }
}

export function isYes(value: Json | undefined): boolean {
  const word = textOf(value).trim().toLowerCase();
  return YES_WORDS.some((yes) => yes === word);
}

/** The items of a list, or the value, as texts; an unanswered yes/no is no, nothing else has a text. */
function textsOf(kind: string, value: Json | undefined): string[] {
  if (kind === "boolean") return [String(isYes(value))];
  const items = Array.isArray(value) ? value : [value];
  const texts = items.filter((item) => item !== undefined && item !== null && item !== "").map(textOf);
  return TRIMMED.includes(kind) ? texts.map((text) => text.trim()) : texts;
}

function isSame(kind: string, text: string, value: string): boolean {
  if (!NUMBERS.includes(kind)) return text === value;
  const spelled = [text.trim(), value.trim()];
  return spelled.every((one) => NUMBER.test(one)) && Number(spelled[0]) === Number(spelled[1]);
}
