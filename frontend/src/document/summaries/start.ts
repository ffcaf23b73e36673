import { line, namesLine, type Summary } from "../summary-lines";

export const summary: Summary = (config) => [
  namesLine(config.fields, "name", line("No inputs", "没有输入项")),
];
