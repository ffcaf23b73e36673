/** All ways to start the workflow from outside: its live triggers, the API, and MCP. */

import { Modal, SegmentedControl, Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { JsonObject, WorkflowSummary } from "@/api/types";
import { useInterface } from "@/api/workflows";
import { CopyButton } from "@/components/copy-button";
import { ProgramTabs } from "@/components/triggers/program-tabs";
import { type Call, JSON_BODY, TOKEN } from "@/components/triggers/programs";
import { TokenHint } from "@/components/triggers/token-hint";
import classes from "@/components/triggers/triggers.module.css";
import { useExampleInputs } from "@/features/editor/triggers/use-example-body";
import { UseTriggers } from "@/features/editor/use-it/use-triggers";
import { useUi } from "@/stores/ui-store";

/** Seconds after which the answer is the run as it is then. */
const WAITS = ["Prefer", "wait=30"] as const;

export function UseDialog({ workflow }: { workflow: WorkflowSummary }) {
  const { t } = useTranslation("triggers");
  return (
    <Modal opened onClose={() => useUi.getState().set({ dialog: null })} title={t("use.title")} size={640}>
      <Stack gap="md">
        <UseTriggers workflow={workflow.id} />
        <UseApi workflow={workflow} />
        <UseMcp workflow={workflow} />
      </Stack>
    </Modal>
  );
}

type Which = "published" | "draft";

/** A run by the API, of the published version or of the draft. */
function UseApi({ workflow }: { workflow: WorkflowSummary }) {
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

/** The workflow as a function for other agents, once it is offered. */
function UseMcp({ workflow }: { workflow: WorkflowSummary }) {
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

/** `version`: of a published one; null runs the draft. */
/** A call that starts a run of a workflow with a token. */
function apiCall(origin: string, workflow: string, inputs: JsonObject, version: number | null): Call {
  return {
    method: "POST",
    url: `${origin}/api/workflows/${workflow}/runs/`,
    headers: [TOKEN, JSON_BODY, WAITS],
    body: JSON.stringify(version === null ? { inputs } : { inputs, version }),
  };
}

function mcpCall(origin: string, name: string, inputs: JsonObject): Call {
  return {
    method: "POST",
    url: `${origin}/mcp/`,
    headers: [TOKEN, JSON_BODY, ["Accept", "application/json, text/event-stream"]],
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: inputs },
    }),
  };
}
