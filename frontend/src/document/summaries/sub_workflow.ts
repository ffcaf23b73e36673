import { textOf } from "../config";
import { line, type Summary, textLine } from "../summary-lines";

export const summary: Summary = (config) => [
  textLine(textOf(config.workflow), line("No workflow chosen yet", "还没有选择工作流", true)),
];
