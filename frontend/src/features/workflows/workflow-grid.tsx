import { useTranslation } from "react-i18next";
import type { WorkflowSummary } from "@/api/types";
import classes from "@/components/card-grid/card-grid.module.css";
import { EmptyState } from "@/components/empty-state";
import { LoadMore } from "@/components/load-more";
import { WorkflowCard } from "@/components/workflow-card/workflow-card";
import { WorkflowMenu } from "@/features/workflows/workflow-menu";

type Props = {
  workflows: WorkflowSummary[];
  search: string;
  query: Parameters<typeof LoadMore>[0]["query"];
};

export function WorkflowGrid({ workflows, search, query }: Props) {
  const { t } = useTranslation("workflows");
  if (workflows.length === 0) {
    return <EmptyState icon="search" title={t("noMatch.title", { search })} text={t("noMatch.text")} />;
  }
  return (
    <>
      <ul className={classes.grid}>
        {workflows.map((workflow) => (
          <li key={workflow.id}>
            <WorkflowCard workflow={workflow} menu={<WorkflowMenu workflow={workflow} />} />
          </li>
        ))}
      </ul>
      <LoadMore query={query} />
    </>
  );
}
