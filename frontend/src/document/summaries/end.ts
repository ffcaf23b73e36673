import { line, pairsLine, type Summary } from "../summary-lines";

export const summary: Summary = (config) => [
  pairsLine(config.outputs, line("Passes on what arrives", "原样输出收到的内容")),
];
