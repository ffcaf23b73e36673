import { textOf } from "../config";
import { line, type Summary, same } from "../summary-lines";

export const summary: Summary = (config) => {
  const lines = textOf(config.code).split("\n");
  const first = lines.find((text) => text.trim() && !text.trim().startsWith("#"));
  return [first ? same(first.trim()) : line("No code yet", "还没有代码", true)];
};
