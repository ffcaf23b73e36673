import { useTranslation } from "react-i18next";
import { useInterface } from "@/api/queries/workflows";
import type { WorkflowSummary } from "@/api/types";
import { CopyButton } from "@/components/copy-button";
import { ProgramTabs } from "@/components/triggers/program-tabs";
import { TokenHint } from "@/components/triggers/token-hint";
import classes from "@/components/triggers/triggers.module.css";
import { useExampleInputs } from "@/features/editor/triggers/use-example-body";
import { mcpCall } from "./workflow-calls";

/** The workflow as a function for other agents, once it is offered. */
export function UseMcp({ workflow }: { workflow: WorkflowSummary }) {
  const { t } = useTranslation("triggers");
  const inputs = useExampleInputs();
  const { offered_over_mcp: isOffered } = workflow;
  const { data } = useInterface(workflow.id);
  const { origin } = window.location;
  const address = `${origin}/mcp/`;
  return (
    <section className={classes.section} aria-label={t("use.mcp")}>
      <h4 className={classes.title}>{t("use.mcp")}</h4>
      {!isOffered && <p className={classes.quiet}>{t("use.offer")}</p>}
      {isOffered && data && (
        <>
          <div className={classes.address}>
            <code className={classes.url}>{address}</code>
            <CopyButton text={address} />
          </div>
          <ProgramTabs call={mcpCall(origin, data.function, inputs)} />
          <TokenHint scope="mcp" />
        </>
      )}
    </section>
  );
}
