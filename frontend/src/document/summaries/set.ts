import { line, pairsLine, type Summary } from "../summary-lines";

export const summary: Summary = (config) => [
  pairsLine(config.assignments, line("No values set", "还没有设置值", true)),
];
