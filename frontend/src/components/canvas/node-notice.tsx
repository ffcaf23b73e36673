/** Under a card, at every zoom that shows its words: why its node failed, or what a person is asked there. */

import { NodeToolbar, Position } from "@xyflow/react";
import { useTranslation } from "react-i18next";
import type { NodeDoc, RunError } from "@/api/types";
import { NodeQuestion } from "@/components/canvas/node-question";
import { FailureText } from "@/components/failure-text";
import { shownNode } from "@/runs/passes";
import { openWait } from "@/runs/state";
import { useRun } from "@/stores/run-store";

/** Waits that end by themselves. */
const UNATTENDED = new Set(["delay", "child_run"]);

export function NodeNotice({ node }: { node: NodeDoc }) {
  const error = useRun((state) => shownNode(state, node.key)?.error ?? null);
  const wait = useRun((state) => {
    const view = shownNode(state, node.key);
    return (view && openWait(view)?.kind) ?? null;
  });
  if (error) {
    return (
      <NodeToolbar
        nodeId={node.key}
        isVisible
        position={Position.Bottom}
        offset={8}
        className="fl-notice"
        data-tone="failed"
      >
        <Failure name={node.name} error={error} />
      </NodeToolbar>
    );
  }
  if (wait === null || UNATTENDED.has(wait)) return null;
  return (
    <NodeToolbar
      nodeId={node.key}
      isVisible
      position={Position.Bottom}
      offset={8}
      className="nodrag nopan nowheel"
    >
      <NodeQuestion node={node} kind={wait} />
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
