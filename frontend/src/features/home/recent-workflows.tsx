import { useTranslation } from "react-i18next";
import type { WorkflowSummary } from "@/api/types";
import grid from "@/components/card-grid/card-grid.module.css";
import { WorkflowCard } from "@/components/workflow-card/workflow-card";
import { HomeSection } from "@/features/home/home-section";

const SHOWN = 6;

export function RecentWorkflows({ workflows }: { workflows: readonly WorkflowSummary[] }) {
  const { t } = useTranslation("home");
  return (
    <HomeSection title={t("workflows")} all="/workflows">
      <ul className={grid.grid}>
        {workflows.slice(0, SHOWN).map((workflow) => (
          <li key={workflow.id}>
            <WorkflowCard workflow={workflow} />
          </li>
        ))}
      </ul>
    </HomeSection>
  );
}
