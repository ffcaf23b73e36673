import type { TFunction } from "i18next";
import type { RunComparison } from "@/api/types";
import { currentLanguage } from "@/i18n";
import { formatCount } from "@/i18n/format";

type Spent = Pick<RunComparison["left"], "usage" | "cost">;

/** Tokens and money, where there were any. */
export function spentText({ usage, cost }: Spent, t: TFunction<"runs">): string {
  const tokens = usage.input_tokens + usage.output_tokens;
  const parts = [
    tokens > 0 ? t("run.tokens", { count: tokens, tokens: formatCount(tokens, currentLanguage()) }) : "",
    cost ? `${t("comparison.cost")} ${cost.toFixed(4)}` : "",
  ];
  return parts.filter(Boolean).join(" · ");
}
