import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { ask, at } from "@/api/http";
import { useRuns } from "@/api/runs";
import { useTests } from "@/api/tests";
import type { WorkflowTest, WorkflowTestFile } from "@/api/types";
import { useWorkflow } from "@/api/workflows";
import { EmptyState } from "@/components/empty-state";
import { Icon } from "@/components/icon";
import { ImportButton } from "@/components/import-button";
import { notifyFailed } from "@/components/notify";
import { Page } from "@/components/page";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryList } from "@/components/query-list";
import { canBeTest, SaveAsTest } from "@/components/save-as-test";
import { Table } from "@/components/table";
import { useSave } from "@/components/use-save";
import { BackToWorkflow } from "@/features/testing/back-to-workflow";
import { TestRow } from "@/features/testing/test-row";
import classes from "@/features/testing/testing.module.css";
import { useTestActions } from "@/features/testing/use-test-actions";
import { readJsonObject } from "@/lib/json";

/** The tests of one workflow: replayed without network, with what came of them. */
export function TestsPage() {
  const { t } = useTranslation("testing");
  const { id = "" } = useParams();
  const workflow = useWorkflow(id);
  const tests = useTests(id);
  const actions = useTestActions(id);
  const rows = tests.data ?? [];
  const canEdit = workflow.data !== undefined && workflow.data.role !== "viewer";
  return (
    <Page
      title={t("title", { name: workflow.data?.name ?? "" })}
      text={t("text")}
      actions={
        <>
          <BackToWorkflow id={id} />
          <Button
            component={Link}
            to={`/workflows/${id}/evaluations`}
            variant="default"
            leftSection={<Icon name="table" />}
          >
            {t("evaluation.open")}
          </Button>
          {canEdit && <TestImport workflowId={id} onImported={actions.refresh} />}
          {canEdit && rows.length > 0 && (
            <Button
              leftSection={<Icon name="player-play" />}
              loading={actions.replay.isPending}
              onClick={() => actions.replay.mutate(rows)}
            >
              {t("runAll")}
            </Button>
          )}
        </>
      }
    >
      <QueryList
        query={tests}
        rows={tests.data}
        pending={<PageSkeleton rows={4} />}
        list="workflows"
        empty={<NoTests workflowId={id} canEdit={canEdit} />}
      >
        <p className={classes.quiet}>{t("passedOf", { count: rows.length, passed: passedOf(rows) })}</p>
        <Table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t("column.test")}</th>
              <th scope="col">{t("column.result")}</th>
              <th scope="col">{t("column.when")}</th>
              <th scope="col">
                <span aria-hidden="true" />
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((test) => (
              <TestRow key={test.id} test={test} actions={actions} canEdit={canEdit} />
            ))}
          </tbody>
        </Table>
      </QueryList>
    </Page>
  );
}

/** Offers to keep the last run as the first test; without one, the workflow is to be run. */
function NoTests({ workflowId, canEdit }: { workflowId: string; canEdit: boolean }) {
  const { t } = useTranslation("testing");
  const runs = useRuns({ workflow: workflowId, kind: "run" });
  const last = runs.data?.pages.flatMap(({ results }) => results).find(canBeTest);
  return (
    <EmptyState icon="checkbox" title={t("emptyTitle")} text={t("emptyText")}>
      {canEdit && last && (
        <SaveAsTest run={last} variant="filled">
          {t("saveLast")}
        </SaveAsTest>
      )}
      {canEdit && runs.isSuccess && !last && (
        <Button component={Link} to={`/workflows/${workflowId}`}>
          {t("runFirst")}
        </Button>
      )}
      {last && (
        <Button component={Link} to={`/runs?workflow=${workflowId}`} variant="default">
          {t("showRuns")}
        </Button>
      )}
    </EmptyState>
  );
}

function passedOf(rows: readonly WorkflowTest[]): number {
  return rows.filter((test) => test.last_result?.status === "passed").length;
}

type Props = { workflowId: string; onImported: () => Promise<void> };

function TestImport({ workflowId, onImported }: Props) {
  const { t } = useTranslation("testing");
  const load = useSave(
    async (file: File) => {
      const value = readJsonObject(await file.text());
      if (value === null || value.format !== "flowloom.test") return false;
      // What is wrong inside of it the server says.
      await ask("post", "/api/workflows/{workflow_id}/tests/", {
        ...at({ workflow_id: workflowId }),
        body: value as WorkflowTestFile,
      });
      return true;
    },
    {
      onSuccess: async (isTest) => {
        if (isTest) await onImported();
        else notifyFailed({ title: t("importFailed"), text: t("importOther") });
      },
    },
  );
  return <ImportButton label={t("import")} load={load} />;
}
