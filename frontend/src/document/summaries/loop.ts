import { firstLine, textOf } from "../config";
import { line, type Summary } from "../summary-lines";

export const summary: Summary = (config) => {
  const mode = textOf(config.mode) || "times";
  if (mode === "times") {
    const times = textOf(config.times) || "3";
    return [line(`${times} times`, `${times} 次`)];
  }
  const condition = firstLine(textOf(config.condition));
  if (!condition) return [line("No condition yet", "还没有条件", true)];
  return [
    mode === "while"
      ? line(`while ${condition}`, `当 ${condition}`)
      : line(`until ${condition}`, `直到 ${condition}`),
  ];
};
