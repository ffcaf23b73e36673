import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { WorkflowSummary } from "@/api/types";
import { ProgramTabs } from "@/components/triggers/program-tabs";
import { TokenHint } from "@/components/triggers/token-hint";
import classes from "@/components/triggers/triggers.module.css";
import { useExampleInputs } from "@/features/editor/triggers/use-example-body";
import { apiCall } from "./workflow-calls";

type Which = "published" | "draft";

/** A run by the API, of the published version or of the draft. */
export function UseApi({ workflow }: { workflow: WorkflowSummary }) {
  const { t } = useTranslation("triggers");
  const { published_version: published } = workflow;
  const [which, setWhich] = useState<Which>("published");
  const inputs = useExampleInputs();
  const version = which === "published" ? published : null;
  return (
    <section className={classes.section} aria-label={t("use.api")}>
      <h4 className={classes.title}>{t("use.api")}</h4>
      {published !== null && (
        <SegmentedControl
          size="xs"
          aria-label={t("use.version")}
          value={which}
          onChange={(next) => setWhich(next === "draft" ? "draft" : "published")}
          data={[
            { value: "published", label: t("use.published", { number: published }) },
            { value: "draft", label: t("use.draft") },
          ]}
        />
      )}
      <ProgramTabs call={apiCall(window.location.origin, workflow.id, inputs, version)} />
      <TokenHint scope="api" />
    </section>
  );
}
