import { textOf } from "../config";
import { line, namesLine, type Summary, textLine } from "../summary-lines";

export const summary: Summary = (config) => [
  textLine(textOf(config.input), line("No text yet", "还没有待分类的文本", true)),
  namesLine(config.classes, "label", line("No classes yet", "还没有类别", true)),
];
