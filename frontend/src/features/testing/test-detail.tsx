import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useTestResults } from "@/api/queries/tests";
import type { WorkflowTest } from "@/api/types";
import { ErrorState } from "@/components/error-state";
import { PageSkeleton } from "@/components/page-skeleton";
import { RelativeTime } from "@/components/relative-time";
import { TestBadge } from "@/features/testing/test-badge";
import { TestFindings } from "@/features/testing/test-findings";
import classes from "@/features/testing/testing.module.css";

/** The differences of the last replay, and what came of earlier ones. */
export function TestDetail({ test }: { test: WorkflowTest }) {
  const { t } = useTranslation("testing");
  const results = useTestResults(test.id);
  return (
    <>
      {test.last_result && <TestFindings findings={test.last_result.findings} />}
      {results.isPending && <PageSkeleton rows={1} />}
      {results.isError && <ErrorState error={results.error} onRetry={() => void results.refetch()} />}
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
