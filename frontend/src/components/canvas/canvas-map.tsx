import { MiniMap, useReactFlow, useStore } from "@xyflow/react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { nodeLook } from "@/nodes/registry";
import { BOX_ZOOM } from "./detail-level";
import type { CardNode } from "./to-flow";

/** A smaller canvas has no place for it, in pixels. */
const SMALLEST_CANVAS = { width: 640, height: 320 };

/** The map in the corner, where it helps: when a part of the graph is out of sight, and the canvas is no map itself. */
export function CanvasMap() {
  const { t } = useTranslation("canvas");
  return (
    useIsNeeded() && (
      <MiniMap<CardNode>
        className="fl-map"
        pannable
        zoomable
        ariaLabel={t("map")}
        nodeColor={colourOf}
        nodeClassName={classNameOf}
        nodeBorderRadius={24}
      />
    )
  );
}

function useIsNeeded(): boolean {
  const { getNodesBounds } = useReactFlow();
  const nodes = useStore((state) => state.nodes);
  const bounds = useMemo(() => getNodesBounds(nodes), [getNodesBounds, nodes]);
  return useStore(({ transform: [x, y, zoom], width, height }) => {
    // React Flow's map asks each of its nodes in each frame of a gesture.
    if (zoom < BOX_ZOOM) return false;
    const left = bounds.x * zoom + x;
    const top = bounds.y * zoom + y;
    const isInSight =
      left >= 0 && top >= 0 && left + bounds.width * zoom <= width && top + bounds.height * zoom <= height;
    return !isInSight && width > SMALLEST_CANVAS.width && height > SMALLEST_CANVAS.height;
  });
}

/** A function of its own for each drawing would draw all nodes of the map again with each key: 5,000 elements. */
function classNameOf({ type }: CardNode): string {
  return `fl-map-${type}`;
}

function colourOf({ data }: CardNode): string {
  return `var(--fl-cat-${nodeLook(data.type).category})`;
}
