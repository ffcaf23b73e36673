import { textOf } from "../config";
import { line, type Summary, textLine } from "../summary-lines";

export const summary: Summary = (config) => [
  textLine(textOf(config.title), line("No question yet", "还没有标题", true)),
];
