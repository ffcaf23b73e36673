import { useTranslation } from "react-i18next";
import type { RunSummary } from "@/api/types";
import { Duration } from "@/components/duration";
import { RelativeTime } from "@/components/relative-time";
import { isFinal } from "@/components/status";
import classes from "@/features/runs/run-page.module.css";
import { currentLanguage } from "@/i18n";
import { formatCount } from "@/i18n/format";

/** When, how long, how many tokens. */
export function RunFacts({ run }: { run: RunSummary }) {
  const { t } = useTranslation("runs");
  const { input_tokens: read, output_tokens: written } = run.usage;
  const language = currentLanguage();
  return (
    <span className={classes.facts}>
      <span>
        <RelativeTime iso={run.started_at ?? run.created_at} />
      </span>
      <span>
        <Duration ms={run.duration_ms} since={isFinal(run.status) ? null : run.started_at} />
      </span>
      {read + written > 0 && (
        <span
          title={t("run.tokenSplit", {
            read: formatCount(read, language),
            written: formatCount(written, language),
          })}
        >
          {t("run.tokens", { count: read + written, tokens: formatCount(read + written, language) })}
        </span>
      )}
    </span>
  );
}
