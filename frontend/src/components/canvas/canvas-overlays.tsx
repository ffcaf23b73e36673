import { Background } from "@xyflow/react";
import { memo, type RefObject } from "react";
import { useDocument } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";
import { AlignmentGuides } from "./alignment-guides";
import { CanvasMap } from "./canvas-map";
import { DetailLevel } from "./detail-level";
import { EdgePlus } from "./edge-plus";
import { RemoteCursors } from "./remote-cursors";
import { SelectionBar } from "./selection-bar";

type Props = {
  container: RefObject<HTMLElement | null>;
  /** Edge that shows its "+". */
  edgeId: string | null;
  onPlusEnter: () => void;
  onPlusLeave: () => void;
};

/** Canvas content besides cards and edges; not rendered during drags. */
export const CanvasOverlays = memo(function CanvasOverlays({
  container,
  edgeId,
  onPlusEnter,
  onPlusLeave,
}: Props) {
  const readOnly = useDocument((state) => state.readOnly);
  const isEmpty = useDocument((state) => state.order.length === 0);
  const minimapOpen = useUi((state) => state.minimapOpen);
  return (
    <>
      <Background gap={24} size={1.5} />
      <DetailLevel container={container} />
      {minimapOpen && !isEmpty && <CanvasMap />}
      {!readOnly && edgeId !== null && (
        <EdgePlus edgeId={edgeId} onEnter={onPlusEnter} onLeave={onPlusLeave} />
      )}
      {!readOnly && <SelectionBar />}
      <AlignmentGuides />
      <RemoteCursors />
    </>
  );
});
