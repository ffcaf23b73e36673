import { useMemo } from "react";
import { useTranslation } from "react-i18next";

/** React Flow's screen-reader texts, in the interface language. */
export function useFlowLabels() {
  const { t } = useTranslation("canvas");
  return useMemo(
    () => ({
      "node.a11yDescription.default": t("a11y.node"),
      "edge.a11yDescription.default": t("a11y.edge"),
      "controls.ariaLabel": t("tools"),
      "controls.zoomIn.ariaLabel": t("a11y.zoomIn"),
      "controls.zoomOut.ariaLabel": t("a11y.zoomOut"),
      "controls.fitView.ariaLabel": t("a11y.fit"),
      "minimap.ariaLabel": t("map"),
      "handle.ariaLabel": t("a11y.port"),
    }),
    [t],
  );
}
