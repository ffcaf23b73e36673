/** Undo, zoom and layout in the lower left corner. */

import { useTranslation } from "react-i18next";
import { CommandButton } from "@/components/command-button";
import { useDocument } from "@/stores/document-store";

const VIEW = ["zoom-out", "zoom-in", "fit", "toggle-minimap"];
const EDIT = ["undo", "redo", "auto-layout"];

export function CanvasTools() {
  const { t } = useTranslation("canvas");
  const readOnly = useDocument((state) => state.readOnly);
  return (
    <div className="fl-tools" role="toolbar" aria-label={t("tools")}>
      {VIEW.map((id) => (
        <CommandButton key={id} id={id} />
      ))}
      {!readOnly && <span className="fl-tools-gap" />}
      {!readOnly && EDIT.map((id) => <CommandButton key={id} id={id} />)}
    </div>
  );
}
