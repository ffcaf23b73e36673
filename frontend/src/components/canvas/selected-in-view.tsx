import { useReactFlow, useStoreApi } from "@xyflow/react";
import { type RefObject, useEffect } from "react";
import { selectedNode, useUi } from "@/stores/ui-store";

/** Brings a node that was selected in a list into view; one that is seen already stays where it is. Inside React Flow. */
export function SelectedInView({ isMoved }: { isMoved: RefObject<boolean> }) {
  const key = useUi(selectedNode);
  const store = useStoreApi();
  const { getInternalNode, setCenter } = useReactFlow();
  useEffect(() => {
    const node = key === null ? undefined : getInternalNode(key);
    if (!node) return;
    const { width, height, transform } = store.getState();
    const [left, top, zoom] = transform;
    const { x, y } = node.internals.positionAbsolute;
    const middle = { x: x + (node.measured.width ?? 0) / 2, y: y + (node.measured.height ?? 0) / 2 };
    const seen = { x: middle.x * zoom + left, y: middle.y * zoom + top };
    if (seen.x > 0 && seen.x < width && seen.y > 0 && seen.y < height) return;
    isMoved.current = true;
    void setCenter(middle.x, middle.y, { zoom: Math.max(zoom, READABLE_ZOOM) });
  }, [key, store, getInternalNode, setCenter, isMoved]);
  return null;
}

const READABLE_ZOOM = 0.5;
