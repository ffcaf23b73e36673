import { MiniMap } from "@xyflow/react";
import { useTranslation } from "react-i18next";
import { nodeLook } from "@/nodes/registry";
import type { CardNode } from "./to-flow";

/** The map in the corner; drawn only while it is shown. */
export function CanvasMap() {
  const { t } = useTranslation("canvas");
  return (
    <MiniMap<CardNode>
      className="fl-map"
      pannable
      zoomable
      ariaLabel={t("map")}
      nodeColor={colourOf}
      nodeClassName={({ type }) => `fl-map-${type}`}
      nodeBorderRadius={24}
    />
  );
}

function colourOf({ data }: CardNode): string {
  return `var(--fl-cat-${nodeLook(data.type).category})`;
}
