import { textOf } from "../config";
import { line, namesLine, type Summary, textLine } from "../summary-lines";

export const summary: Summary = (config) => [
  textLine(textOf(config.title), line("No title yet", "还没有标题", true)),
  namesLine(config.fields, "name", line("No inputs", "没有输入项")),
];
