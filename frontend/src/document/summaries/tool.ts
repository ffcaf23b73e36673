import type { JsonObject } from "@/api/types";
import { firstLine, nodeToolOf, objectOf, textOf } from "../config";
import { line, requestText, type Summary, same } from "../summary-lines";

export const summary: Summary = (config, { toolTypes }) => {
  const tool = nodeToolOf(config.tool);
  if (!tool) return [line("No tool chosen yet", "还没有选择工具", true)];
  const title = toolTypes?.[tool.type];
  const name = tool.name || (title ?? tool.type);
  const detail = requestText(tool.config) || argumentsText(objectOf(config.arguments));
  return detail ? [same(name), same(detail)] : [same(name)];
};

function argumentsText(values: JsonObject): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} = ${firstLine(textOf(value)) || "…"}`)
    .join(", ");
}
