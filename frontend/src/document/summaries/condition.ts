/** A condition in words: `topic is not empty and 2 more`. */

import type { JsonObject, LocalText } from "@/api/types";
import { objectsOf, plainTemplate, shortReference, textOf } from "../config";
import { line, type Summary, type SummaryLine, same } from "../summary-lines";

type Words = LocalText & { unary?: true };

const OPERATORS: Readonly<Record<string, Words>> = {
  equals: { en: "is", zh: "等于" },
  notEquals: { en: "is not", zh: "不等于" },
  greaterThan: { en: ">", zh: ">" },
  lessThan: { en: "<", zh: "<" },
  greaterOrEqual: { en: "≥", zh: "≥" },
  lessOrEqual: { en: "≤", zh: "≤" },
  contains: { en: "contains", zh: "包含" },
  notContains: { en: "does not contain", zh: "不包含" },
  startsWith: { en: "starts with", zh: "开头是" },
  endsWith: { en: "ends with", zh: "结尾是" },
  isEmpty: { en: "is empty", zh: "为空", unary: true },
  isNotEmpty: { en: "is not empty", zh: "不为空", unary: true },
};

export const summary: Summary = (config) => [conditionLine(config)];

function conditionLine(config: JsonObject): SummaryLine {
  if (config.mode === "expression") {
    const expression = textOf(config.expression).trim();
    return expression ? same(expression) : NO_CONDITION;
  }
  const rows = objectsOf(config.rows).filter((row) => textOf(row.variable));
  const [first] = rows;
  if (!first) return NO_CONDITION;
  const text = rowText(first);
  if (rows.length === 1) return { text };
  const any = config.match === "any";
  return {
    text: {
      en: `${text.en} ${any ? "or" : "and"} ${rows.length - 1} more`,
      zh: `${text.zh}${any ? "，或" : "，且"}另外 ${rows.length - 1} 条`,
    },
  };
}

const NO_CONDITION = line("No condition yet", "还没有条件", true);

function rowText(row: JsonObject): LocalText {
  const variable = variableText(textOf(row.variable));
  const name = textOf(row.operator);
  const words: Words = OPERATORS[name] ?? { en: name, zh: name };
  if (words.unary) return { en: `${variable} ${words.en}`, zh: `${variable} ${words.zh}` };
  const value = plainTemplate(textOf(row.value)) || "…";
  return { en: `${variable} ${words.en} ${value}`, zh: `${variable} ${words.zh} ${value}` };
}

function variableText(template: string): string {
  const single = /^\{\{((?:(?!\}\}).)*)\}\}$/s.exec(template.trim())?.[1];
  return single ? shortReference(single) : plainTemplate(template);
}
