import type { Run } from "@/api/types";
import { NodeDetail } from "@/features/runs/node-detail";
import { RunSummaryDetail } from "@/features/runs/run-summary-detail";
import { selectedNode, useUi } from "@/stores/ui-store";

/** The right side: the selected node, or the run as a whole. */
export function RunDetail({ run }: { run: Run }) {
  const key = useUi(selectedNode);
  const node = run.document.nodes.find((candidate) => candidate.key === key);
  return node ? <NodeDetail key={node.key} runId={run.id} node={node} /> : <RunSummaryDetail run={run} />;
}
