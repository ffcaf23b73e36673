import { firstLine, textOf } from "../config";
import { line, type Summary } from "../summary-lines";

export const summary: Summary = (config) => {
  if (config.mode === "until") {
    const until = firstLine(textOf(config.until));
    return [until ? line(`until ${until}`, `等到 ${until}`) : line("No moment yet", "还没有时刻", true)];
  }
  const seconds = textOf(config.seconds) || "0";
  return [line(`${seconds} s`, `${seconds} 秒`)];
};
