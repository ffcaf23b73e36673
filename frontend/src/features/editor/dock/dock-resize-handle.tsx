/** The upper edge of the dock, which changes its height by mouse or by arrow keys. */

import { useTranslation } from "react-i18next";
import { DOCK_HEIGHT, useUi } from "@/stores/ui-store";
import classes from "./dock.module.css";

const STEP_PX = 24;

const clamp = (height: number): number => Math.min(DOCK_HEIGHT.max, Math.max(DOCK_HEIGHT.min, height));

export function DockResizeHandle() {
  const { t } = useTranslation("dock");
  const height = useUi((state) => state.dockHeight);
  const set = useUi((state) => state.set);
  const grow = (next: number) => set({ dockHeight: clamp(next) });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved has no element of its own
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label={t("resize")}
      aria-valuenow={height}
      aria-valuemin={DOCK_HEIGHT.min}
      aria-valuemax={DOCK_HEIGHT.max}
      className={classes.resizeHandle}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        const dock = event.currentTarget.parentElement?.getBoundingClientRect();
        if (dock) grow(dock.bottom - event.clientY);
      }}
      onKeyDown={(event) => {
        if (event.key === "ArrowUp") grow(height + STEP_PX);
        if (event.key === "ArrowDown") grow(height - STEP_PX);
      }}
    />
  );
}
