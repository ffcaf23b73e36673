import { useReactFlow, useStore } from "@xyflow/react";
import { type RefObject, useLayoutEffect } from "react";
import type { CanvasHandle } from "./canvas-handle";
import type { CardNode, FlowEdge } from "./to-flow";

type Props = { canvas: CanvasHandle; container: RefObject<HTMLElement | null> };

/** Gives a canvas to its handle as soon as it has a size, before anything is seen of it. Inside React Flow. */
export function CanvasSize({ canvas, container }: Props) {
  const flow = useReactFlow<CardNode, FlowEdge>();
  const hasSize = useStore(({ width, height }) => width > 0 && height > 0);
  useLayoutEffect(() => {
    if (!hasSize || !container.current) return;
    canvas.attach(flow, container.current);
    return () => canvas.detach();
  }, [canvas, container, flow, hasSize]);
  return null;
}
