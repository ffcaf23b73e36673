import { textOf } from "../config";
import { line, type Summary, textLine } from "../summary-lines";

export const summary: Summary = (config) => [
  textLine(textOf(config.template), line("Empty template", "模板为空", true)),
];
