/** The edge of the panel that changes its width, by mouse or by arrow keys. */

import { useTranslation } from "react-i18next";
import { PANEL_WIDTH, useUi } from "@/stores/ui-store";
import classes from "./inspector.module.css";

const STEP_PX = 24;

const clamp = (width: number): number => Math.min(PANEL_WIDTH.max, Math.max(PANEL_WIDTH.min, width));

export function PanelResizeHandle() {
  const { t } = useTranslation("inspector");
  const width = useUi((state) => state.panelWidth);
  const set = useUi((state) => state.set);
  const widen = (next: number) => set({ panelWidth: clamp(next) });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved has no element of its own
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t("resize")}
      aria-valuenow={width}
      aria-valuemin={PANEL_WIDTH.min}
      aria-valuemax={PANEL_WIDTH.max}
      className={classes.resizeHandle}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        const panel = event.currentTarget.parentElement?.getBoundingClientRect();
        if (panel) widen(panel.right - event.clientX);
      }}
      onKeyDown={(event) => {
        if (event.key === "ArrowLeft") widen(width + STEP_PX);
        if (event.key === "ArrowRight") widen(width - STEP_PX);
      }}
    />
  );
}
