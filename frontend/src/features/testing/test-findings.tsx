import { useTranslation } from "react-i18next";
import type { TestFinding } from "@/api/types";
import { ValueView } from "@/components/value-view/value-view";
import classes from "@/features/testing/testing.module.css";
import { useLocalText } from "@/i18n/local-text";

/** Differences of a replay: the sentence, and both sides. */
export function TestFindings({ findings }: { findings: readonly TestFinding[] }) {
  const { t } = useTranslation("testing");
  const local = useLocalText();
  return (
    <ul className={classes.findings}>
      {findings.map((finding) => (
        <li key={`${finding.code}:${finding.node}:${finding.scope}:${finding.round}:${finding.index}`}>
          <p className={classes.message}>{local(finding.message)}</p>
          <div className={classes.sides}>
            {([finding.recorded, finding.found] as const).map((side, at) => (
              <div key={at === 0 ? "recorded" : "found"} className={classes.side}>
                <p className={classes.sideTitle}>{t(at === 0 ? "recorded" : "found")}</p>
                {side === null ? (
                  <span className={classes.quiet}>{t("nothing")}</span>
                ) : (
                  <ValueView value={side} />
                )}
              </div>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}
