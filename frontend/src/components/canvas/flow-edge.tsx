/** A connection; stronger when it carried something in the run, faint when it was passed over. */

import { BaseEdge, type EdgeProps, getBezierPath, getSmoothStepPath } from "@xyflow/react";
import { memo } from "react";
import type { EdgeDoc } from "@/api/types";
import { backwardLevel } from "@/document/geometry";
import { shownNode } from "@/runs/passes";
import type { RunStoreState } from "@/stores/run-store";
import { useRun } from "@/stores/run-store";
import { useIsPlain } from "./plain-cards";
import { type FlowEdge, PORT_SIZE } from "./to-flow";

/** Pointer distance, in canvas pixels. */
const INTERACTION_WIDTH = 18;

export const FlowEdgeView = memo(function FlowEdgeView(props: EdgeProps<FlowEdge>) {
  const { id, data } = props;
  const state = useRun((run) => (data ? edgeState(run, data.edge) : undefined));
  const [path] = pathOf(props);
  const isPlain = useIsPlain();
  return (
    <BaseEdge
      id={id}
      path={path}
      interactionWidth={isPlain ? 0 : INTERACTION_WIDTH}
      className="fl-edge"
      data-run={state}
    />
  );
});

/** From the middle of one port to that of the other: React Flow's places are at their outer edges, which leaves a gap. */
function pathOf(props: EdgeProps<FlowEdge>): ReturnType<typeof getBezierPath> {
  const sourceX = props.sourceX - PORT_SIZE / 2;
  const targetX = props.targetX + PORT_SIZE / 2;
  const centerY = backwardLevel({ x: sourceX, y: props.sourceY }, { x: targetX, y: props.targetY });
  const ends = { ...props, sourceX, targetX };
  return centerY === null ? getBezierPath(ends) : getSmoothStepPath({ ...ends, centerY, borderRadius: 16 });
}

type EdgeState = "active" | "carried" | "skipped" | undefined;

/** The edge as stored: a folded frame at its end has no run of its own. */
function edgeState(run: RunStoreState, { source, source_port: port, target }: EdgeDoc): EdgeState {
  const from = shownNode(run, source);
  if (!from) return undefined;
  if (from.status === "skipped" && !from.ports.includes(port)) return "skipped";
  if (from.status !== "succeeded" && from.status !== "skipped") return undefined;
  if (!from.ports.includes(port)) return "skipped";
  return shownNode(run, target)?.status === "running" ? "active" : "carried";
}
