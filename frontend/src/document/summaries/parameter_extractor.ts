import { textOf } from "../config";
import { line, namesLine, type Summary, textLine } from "../summary-lines";

export const summary: Summary = (config) => [
  textLine(textOf(config.input), line("No text yet", "还没有文本", true)),
  namesLine(config.fields, "name", line("No parameters yet", "还没有参数", true)),
];
