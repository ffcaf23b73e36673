import { useTranslation } from "react-i18next";
import type { ToolTest } from "@/api/types";
import { Duration } from "@/components/duration";
import { StatusBadge } from "@/components/status-badge";
import { ValueView } from "@/components/value-view/value-view";
import classes from "@/features/tools/tools.module.css";

export function ToolTestResult({ test }: { test: ToolTest }) {
  const { t } = useTranslation("tools");
  return (
    <section className={classes.result} aria-live="polite">
      <div className={classes.resultHead}>
        <StatusBadge status={test.success ? "succeeded" : "failed"} />
        <span className={classes.quiet}>
          <Duration ms={test.duration_ms} />
        </span>
        <span className={classes.quiet}>{t("test.code", { code: test.result.code })}</span>
      </div>
      {test.result.message && <p className={classes.message}>{test.result.message}</p>}
      <ValueView value={test.result.data} openLevels={3} />
    </section>
  );
}
