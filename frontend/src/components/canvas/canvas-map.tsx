import { MiniMap, useReactFlow, useStore } from "@xyflow/react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { nodeLook } from "@/nodes/registry";
import type { CardNode } from "./to-flow";

/** The map in the corner, where it helps: when there is more than the view holds, or nothing of it is in sight. */
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
        nodeClassName={({ type }) => `fl-map-${type}`}
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
    const left = bounds.x * zoom + x;
    const top = bounds.y * zoom + y;
    const [across, down] = [bounds.width * zoom, bounds.height * zoom];
    const isOutOfSight = left > width || top > height || left + across < 0 || top + down < 0;
    return across > width || down > height || isOutOfSight;
  });
}

function colourOf({ data }: CardNode): string {
  return `var(--fl-cat-${nodeLook(data.type).category})`;
}
