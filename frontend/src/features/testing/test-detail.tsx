import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useTestResults } from "@/api/tests";
import type { TestFinding, WorkflowTest } from "@/api/types";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryState } from "@/components/query-list";
import { RelativeTime } from "@/components/relative-time";
import { ValueView } from "@/components/value-view/value-view";
import { TestBadge } from "@/features/testing/test-badge";
import classes from "@/features/testing/testing.module.css";
import { useLocalText } from "@/i18n/local-text";

/** The differences of the last replay, and what came of earlier ones. */
export function TestDetail({ test }: { test: WorkflowTest }) {
  const { t } = useTranslation("testing");
  const results = useTestResults(test.id);
  return (
    <>
      {test.last_result && <TestFindings findings={test.last_result.findings} />}
      <QueryState query={results} pending={<PageSkeleton rows={1} />} />
      {results.data && results.data.length > 0 && (
        <>
          <p className={classes.quiet}>{t("history")}</p>
          <ul className={classes.findings}>
            {results.data.map((result) => (
              <li key={result.id} className={classes.actions}>
                <TestBadge status={result.status} />
                <span className={classes.quiet}>
                  <RelativeTime iso={result.created_at} />
                  {result.created_by && ` · ${result.created_by.username}`}
                </span>
                {result.run && <Link to={`/runs/${result.run}`}>{t("replay")}</Link>}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Differences found by a replay: a description and both values. */
function TestFindings({ findings }: { findings: readonly TestFinding[] }) {
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
