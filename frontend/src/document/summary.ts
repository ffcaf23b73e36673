/** What a node does here, in one or two lines: drawn on its card. */

import type { JsonObject, LocalText } from "@/api/types";
import { firstLine, nodeToolOf, objectOf, objectsOf, plainTemplate, textOf } from "./config";
import { conditionText } from "./summary-condition";
import type { NodeDoc } from "./types";

export type SummaryLookups = {
  /** Provider id to shown name. */
  providers?: Readonly<Record<string, string>>;
  /** Kind of tool, or id of one that is named by it alone, to shown name. */
  toolTypes?: Readonly<Record<string, LocalText>>;
};

/** A line of the card; `missing` lines ask for something. */
export type SummaryLine = { text: LocalText; missing?: boolean };

type Summarise = (config: JsonObject, lookups: SummaryLookups) => SummaryLine[];

/** One or two lines for a node; an empty list for a type without a story. */
export function summarise(node: NodeDoc, lookups: SummaryLookups = {}): SummaryLine[] {
  const summary = SUMMARIES[node.type];
  return summary ? summary(node.config, lookups).slice(0, 2) : [];
}

const SUMMARIES: Readonly<Record<string, Summarise>> = {
  start: (config) => [namesLine(config.fields, "name", NO_FIELDS)],
  process: (config, lookups) => [same(modelText(config, lookups)), promptLine(config)],
  tool: toolLines,
  template: (config) => [textLine(textOf(config.template), EMPTY_TEMPLATE)],
  set: (config) => [pairsLine(config.assignments, NO_VALUES)],
  condition: (config) => [conditionText(config)],
  merge: (config) => [MERGE[textOf(config.strategy)] ?? line("", "")],
  code: (config) => [codeLine(textOf(config.code))],
  end: (config) => [pairsLine(config.outputs, PASS_THROUGH)],
  switch: (config) => [textLine(textOf(config.variable), NOTHING_TO_COMPARE)],
  iteration: (config) => [eachLine(textOf(config.items))],
  loop: loopLines,
  delay: (config) => [delayLine(config)],
  approval: (config) => [textLine(textOf(config.title), NO_QUESTION)],
  form: (config) => [textLine(textOf(config.title), NO_TITLE), namesLine(config.fields, "name", NO_FIELDS)],
  sub_workflow: (config) => [textLine(textOf(config.workflow), NO_WORKFLOW)],
  classifier: (config) => [
    textLine(textOf(config.input), NOTHING_TO_SORT),
    namesLine(config.classes, "label", NO_CLASSES),
  ],
  parameter_extractor: (config) => [
    textLine(textOf(config.input), NOTHING_TO_READ),
    namesLine(config.fields, "name", NO_PARAMETERS),
  ],
  output: (config) => [textLine(textOf(config.content), NO_CONTENT), same(fileText(config))],
  http_request: (config) => [textLine(requestText(config), NO_ADDRESS)],
};

const NO_FIELDS = line("No inputs", "没有输入项");
const NO_PROMPT = line("No prompt yet", "还没有提示词", true);
const NO_TOOL = line("No tool chosen yet", "还没有选择工具", true);
const EMPTY_TEMPLATE = line("Empty template", "模板为空", true);
const NO_VALUES = line("No values set", "还没有设置值", true);
const NO_CODE = line("No code yet", "还没有代码", true);
const PASS_THROUGH = line("Passes on what arrives", "原样输出收到的内容");
const MERGE: Readonly<Record<string, SummaryLine>> = {
  all: line("Waits for all branches", "等待所有分支"),
  any: line("Takes the first that succeeds", "取最先成功的分支"),
  first: line("Takes the first that arrives", "取最先到达的分支"),
};
const NOTHING_TO_COMPARE = line("Nothing to look at yet", "还没有判断对象", true);
const NO_LIST = line("No list yet", "还没有列表", true);
const NO_CONDITION = line("No condition yet", "还没有条件", true);
const NO_QUESTION = line("No question yet", "还没有标题", true);
const NO_TITLE = line("No title yet", "还没有标题", true);
const NO_WORKFLOW = line("No workflow chosen yet", "还没有选择工作流", true);
const NO_ADDRESS = line("No address yet", "还没有地址", true);
const NOTHING_TO_SORT = line("No text yet", "还没有待分类的文本", true);
const NO_CLASSES = line("No classes yet", "还没有类别", true);
const NOTHING_TO_READ = line("No text yet", "还没有文本", true);
const NO_PARAMETERS = line("No parameters yet", "还没有参数", true);
const NO_CONTENT = line("No content yet", "还没有内容", true);
const ENDINGS: Readonly<Record<string, string>> = { json: "json", markdown: "md", html: "html" };
const OFFLINE_MODEL: LocalText = { en: "Offline model", zh: "离线模型" };

function line(en: string, zh: string, missing = false): SummaryLine {
  return missing ? { text: { en, zh }, missing } : { text: { en, zh } };
}

function same(text: string | LocalText): SummaryLine {
  return { text: typeof text === "string" ? { en: text, zh: text } : text };
}

function textLine(text: string, empty: SummaryLine): SummaryLine {
  const first = firstLine(text);
  return first ? same(first) : empty;
}

function modelText(config: JsonObject, { providers }: SummaryLookups): string | LocalText {
  const model = textOf(config.model);
  if (model) return model;
  const provider = textOf(config.provider);
  return provider === "offline" || provider === "" ? OFFLINE_MODEL : (providers?.[provider] ?? provider);
}

function promptLine(config: JsonObject): SummaryLine {
  return textLine(textOf(config.userPrompt) || textOf(config.systemPrompt), NO_PROMPT);
}

function toolLines(config: JsonObject, { toolTypes }: SummaryLookups): SummaryLine[] {
  const tool = nodeToolOf(config.tool);
  if (!tool) return [NO_TOOL];
  const title = toolTypes?.[tool.type];
  const name = tool.name || (title ?? tool.type);
  const detail = requestText(tool.config) || argumentsText(objectOf(config.arguments));
  return detail ? [same(name), same(detail)] : [same(name)];
}

/** `GET api.example.com` of an HTTP tool; empty for others. */
function requestText(config: JsonObject): string {
  const url = textOf(config.url);
  if (!url) return "";
  const host = /^[a-z]+:\/\/([^/?#]+)/i.exec(url)?.[1] ?? plainTemplate(url);
  return `${textOf(config.method).toUpperCase() || "GET"} ${host}`;
}

/** `report.md` of an output node; the server adds the ending in the same way. */
function fileText(config: JsonObject): string {
  const ending = `.${ENDINGS[textOf(config.format)] ?? "txt"}`;
  const name = firstLine(textOf(config.fileName)) || "output";
  return name.toLowerCase().endsWith(ending) ? name : name + ending;
}

function argumentsText(values: JsonObject): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} = ${firstLine(textOf(value)) || "…"}`)
    .join(", ");
}

function eachLine(items: string): SummaryLine {
  const list = firstLine(items);
  return list ? line(`for each of ${list}`, `遍历 ${list}`) : NO_LIST;
}

function loopLines(config: JsonObject): SummaryLine[] {
  const mode = textOf(config.mode) || "times";
  if (mode === "times") {
    const times = textOf(config.times) || "3";
    return [line(`${times} times`, `${times} 次`)];
  }
  const condition = firstLine(textOf(config.condition));
  if (!condition) return [NO_CONDITION];
  return [
    mode === "while"
      ? line(`while ${condition}`, `当 ${condition}`)
      : line(`until ${condition}`, `直到 ${condition}`),
  ];
}

function delayLine(config: JsonObject): SummaryLine {
  if (config.mode === "until") {
    const until = firstLine(textOf(config.until));
    return until ? line(`until ${until}`, `等到 ${until}`) : line("No moment yet", "还没有时刻", true);
  }
  const seconds = textOf(config.seconds) || "0";
  return line(`${seconds} s`, `${seconds} 秒`);
}

function namesLine(value: JsonObject[string] | undefined, field: string, empty: SummaryLine): SummaryLine {
  const names = objectsOf(value)
    .map((item) => textOf(item[field]))
    .filter(Boolean);
  return names.length ? same(names.join(", ")) : empty;
}

function pairsLine(value: JsonObject[string] | undefined, empty: SummaryLine): SummaryLine {
  const pairs = objectsOf(value)
    .filter((item) => textOf(item.name))
    .map((item) => `${textOf(item.name)} = ${firstLine(textOf(item.value)) || "…"}`);
  return pairs.length ? same(pairs.join(", ")) : empty;
}

function codeLine(code: string): SummaryLine {
  const first = code.split("\n").find((text) => text.trim() && !text.trim().startsWith("#"));
  return first ? same(first.trim()) : NO_CODE;
}
