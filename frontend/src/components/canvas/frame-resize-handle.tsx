import { NodeResizeControl } from "@xyflow/react";
import type { NodeDoc } from "@/api/types";
import { contentSize } from "@/document/frames";
import type { Size } from "@/document/geometry";
import { useCanvas } from "./canvas-context";
import { useDrawnNodes } from "./use-drawn-nodes";

const NOTE_MIN: Size = { width: 120, height: 56 };

/** The lower right corner of a frame or note, which changes its size; a frame never leaves out what lies in it. */
export function FrameResizeHandle({ node }: { node: NodeDoc }) {
  const { types, resize, t } = useCanvas();
  const least = useDrawnNodes((nodes) =>
    node.type === "note" ? NOTE_MIN : contentSize({ nodes }, types, node),
  );
  return (
    <NodeResizeControl
      position="bottom-right"
      className="fl-frame-resize-handle nopan"
      minWidth={least.width}
      minHeight={least.height}
      onResizeEnd={(_event, { width, height }) => resize(node.key, { width, height })}
    >
      <span className="fl-frame-corner" title={t("resize")} />
    </NodeResizeControl>
  );
}
