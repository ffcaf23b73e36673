import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { useEvaluations } from "@/api/tests";
import { useWorkflow } from "@/api/workflows";
import { EmptyState } from "@/components/empty-state";
import { Icon } from "@/components/icon";
import { Page } from "@/components/page";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryList } from "@/components/query-list";
import { BackToWorkflow } from "@/features/testing/back-to-workflow";
import { EvaluationEditor } from "@/features/testing/evaluation-editor";
import { EvaluationSection } from "@/features/testing/evaluation-section";

/** Tables of cases of one workflow, each with the scores of one version or two beside each other. */
export function EvaluationsPage() {
  const { t } = useTranslation("testing");
  const { id = "" } = useParams();
  const workflow = useWorkflow(id);
  const evaluations = useEvaluations(id);
  const [adding, { open, close }] = useDisclosure(false);
  const canEdit = workflow.data !== undefined && workflow.data.role !== "viewer";
  const add = canEdit && (
    <Button leftSection={<Icon name="plus" />} onClick={open}>
      {t("evaluation.new")}
    </Button>
  );
  return (
    <Page
      title={t("evaluation.title", { name: workflow.data?.name ?? "" })}
      text={t("evaluation.text")}
      actions={
        <>
          <BackToWorkflow id={id} />
          <Button
            component={Link}
            to={`/workflows/${id}/tests`}
            variant="default"
            leftSection={<Icon name="checkbox" />}
          >
            {t("evaluation.tests")}
          </Button>
          {evaluations.data && evaluations.data.length > 0 && add}
        </>
      }
    >
      <QueryList
        query={evaluations}
        rows={evaluations.data}
        pending={<PageSkeleton rows={4} />}
        list="workflows"
        empty={
          <EmptyState icon="table" title={t("evaluation.emptyTitle")} text={t("evaluation.emptyText")}>
            {add}
          </EmptyState>
        }
      >
        {evaluations.data?.map((evaluation) => (
          <EvaluationSection key={evaluation.id} evaluation={evaluation} canEdit={canEdit} />
        ))}
      </QueryList>
      {adding && <EvaluationEditor workflowId={id} onClose={close} />}
    </Page>
  );
}
