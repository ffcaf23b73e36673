/** Under a card, at every zoom that shows its words: why its node failed, or which person's answer it waits for. */

import { NodeToolbar, Position } from "@xyflow/react";
import { useTranslation } from "react-i18next";
import type { NodeDoc, RunError } from "@/api/types";
import { FailureText } from "@/components/failure-text";
import { TextButton } from "@/components/text-button";
import { shownNode } from "@/runs/passes";
import { openWait } from "@/runs/state";
import { useRun } from "@/stores/run-store";
import { useUi } from "@/stores/ui-store";

/** Waits that end by themselves. */
const UNATTENDED = new Set(["delay", "child_run"]);

export function NodeNotice({ node }: { node: NodeDoc }) {
  const error = useRun((state) => shownNode(state, node.key)?.error ?? null);
  const wait = useRun((state) => {
    const view = shownNode(state, node.key);
    return (view && openWait(view)?.kind) ?? null;
  });
  const isAsked = wait !== null && !UNATTENDED.has(wait);
  if (!error && !isAsked) return null;
  return (
    <NodeToolbar
      nodeId={node.key}
      isVisible
      position={Position.Bottom}
      offset={8}
      className="fl-notice"
      data-tone={error ? "failed" : "waiting"}
    >
      {error ? <Failure name={node.name} error={error} /> : <Question kind={wait ?? ""} />}
    </NodeToolbar>
  );
}

function Failure({ name, error }: { name: string; error: RunError }) {
  const { t } = useTranslation("inspector");
  return (
    <>
      <strong>{t("failure.node", { name })}</strong>
      <FailureText error={error} />
    </>
  );
}

function Question({ kind }: { kind: string }) {
  const { t } = useTranslation("approvals");
  return (
    <>
      <strong>{t("waitsFor", { kind: t(`kind.${kind}`, { defaultValue: kind }) })}</strong>
      <TextButton onClick={() => useUi.getState().set({ dockOpen: true, dockTab: "trace" })}>
        {t("answerHere")}
      </TextButton>
    </>
  );
}
