import type { JsonObject, LocalText } from "@/api/types";
import { textOf } from "../config";
import { line, type Summary, type SummaryLookups, same, textLine } from "../summary-lines";

export const summary: Summary = (config, lookups) => [
  same(modelText(config, lookups)),
  textLine(
    textOf(config.userPrompt) || textOf(config.systemPrompt),
    line("No prompt yet", "还没有提示词", true),
  ),
];

const OFFLINE_MODEL: LocalText = { en: "Offline model", zh: "离线模型" };

function modelText(config: JsonObject, { providers }: SummaryLookups): string | LocalText {
  const model = textOf(config.model);
  if (model) return model;
  const provider = textOf(config.provider);
  return provider === "offline" || provider === "" ? OFFLINE_MODEL : (providers?.[provider] ?? provider);
}
