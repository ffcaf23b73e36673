import { useNodes, ViewportPortal } from "@xyflow/react";
import { useMemo } from "react";
import { SINGLE_PORT_Y, TRIGGER_SIZE } from "@/document/geometry";
import type { CardNode } from "./to-flow";

/** Dashed lines from the triggers to the start: they begin its runs, but nothing flows along them. */
export function TriggerLines() {
  const nodes = useNodes<CardNode>();
  // Only when nodes change: React Flow's store changes in each frame of a gesture.
  const path = useMemo(() => linesOf(nodes), [nodes]);
  if (path === "") return null;
  return (
    <ViewportPortal>
      <svg className="fl-trigger-lines" aria-hidden="true">
        <path d={path} />
      </svg>
    </ViewportPortal>
  );
}

function linesOf(nodes: readonly CardNode[]): string {
  const triggers = nodes.filter(({ type }) => type === "trigger");
  const start = triggers.length > 0 && nodes.find(({ data }) => data.node.type === "start");
  if (!start) return "";
  const to = { x: start.position.x, y: start.position.y + SINGLE_PORT_Y };
  return triggers
    .map(({ position }) => {
      const from = { x: position.x + TRIGGER_SIZE.width, y: position.y + TRIGGER_SIZE.height / 2 };
      const middle = (from.x + to.x) / 2;
      return `M${from.x} ${from.y}C${middle} ${from.y} ${middle} ${to.y} ${to.x} ${to.y}`;
    })
    .join("");
}
