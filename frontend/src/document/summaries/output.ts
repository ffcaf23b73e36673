import type { JsonObject } from "@/api/types";
import { firstLine, textOf } from "../config";
import { line, type Summary, same, textLine } from "../summary-lines";

export const summary: Summary = (config) => [
  textLine(textOf(config.content), line("No content yet", "还没有内容", true)),
  same(fileText(config)),
];

const ENDINGS: Readonly<Record<string, string>> = { json: "json", markdown: "md", html: "html" };

/** `report.md` of an output node; the server adds the ending in the same way. */
function fileText(config: JsonObject): string {
  const ending = `.${ENDINGS[textOf(config.format)] ?? "txt"}`;
  const name = firstLine(textOf(config.fileName)) || "output";
  return name.toLowerCase().endsWith(ending) ? name : name + ending;
}
