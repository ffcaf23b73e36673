import { line, requestText, type Summary, textLine } from "../summary-lines";

export const summary: Summary = (config) => [
  textLine(requestText(config), line("No address yet", "还没有地址", true)),
];
