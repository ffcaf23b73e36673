import { firstLine, textOf } from "../config";
import { line, type Summary } from "../summary-lines";

export const summary: Summary = (config) => {
  const list = firstLine(textOf(config.items));
  return [list ? line(`for each of ${list}`, `遍历 ${list}`) : line("No list yet", "还没有列表", true)];
};
