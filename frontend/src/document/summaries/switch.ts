import { textOf } from "../config";
import { line, type Summary, textLine } from "../summary-lines";

export const summary: Summary = (config) => [
  textLine(textOf(config.variable), line("Nothing to look at yet", "还没有判断对象", true)),
];
