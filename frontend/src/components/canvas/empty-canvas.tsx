/** The first thing on an empty canvas: one click gives a flow that runs. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type Editor, useEditor } from "@/commands/editor-context";
import { addToDocument } from "@/commands/edits";
import { Icon } from "@/components/icon";
import { useDocument } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";

export function EmptyCanvas() {
  const { t } = useTranslation("canvas");
  const editor = useEditor();
  const readOnly = useDocument((state) => state.readOnly);
  return (
    <div className="fl-empty">
      <h2>{t("empty.title")}</h2>
      <p>{readOnly ? t("empty.viewer") : t("empty.text")}</p>
      {!readOnly && (
        <div className="fl-empty-actions">
          <Button leftSection={<Icon name="sparkles" />} onClick={() => addFirst(editor, "process")}>
            {t("empty.ai")}
          </Button>
          <Button
            variant="default"
            leftSection={<Icon name="player-play" />}
            onClick={() => addFirst(editor, "start")}
          >
            {t("empty.start")}
          </Button>
          <Button
            variant="default"
            leftSection={<Icon name="layout-sidebar" />}
            onClick={() => useUi.getState().set({ paletteOpen: true, opening: "palette" })}
          >
            {t("empty.palette")}
          </Button>
        </div>
      )}
    </div>
  );
}

function addFirst(editor: Editor, id: string): void {
  const type = editor.types[id];
  if (!type) return;
  addToDocument(editor, type, { kind: "free", at: null });
  const { order } = editor.document.getState();
  requestAnimationFrame(() => editor.canvas.fit(order));
}
