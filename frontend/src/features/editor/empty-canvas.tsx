/** The first thing on an empty canvas: the field, and other ways to a first node. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { NodeTypeInfo, WorkflowSummary, WorkflowTemplate } from "@/api/types";
import { useEditor } from "@/commands/editor-context";
import { addToDocument } from "@/commands/edits";
import { Icon } from "@/components/icon";
import { useCreateWorkflow } from "@/components/starter-card/use-create-workflow";
import { WhatShouldHappen } from "@/components/what-should-happen/what-should-happen";
import { useLocalText } from "@/i18n/local-text";
import { useDocument } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";

export function EmptyCanvas({ workflow }: { workflow: WorkflowSummary }) {
  const { t } = useTranslation("canvas");
  const editor = useEditor();
  const local = useLocalText();
  const create = useCreateWorkflow();
  const readOnly = useDocument((state) => state.readOnly);
  const isUnused = useDocument(({ revision, history }) => revision === 0 && history.past.length === 0);

  const add = (type: NodeTypeInfo | undefined, name: string | null = null) => {
    if (!type) return;
    useUi.getState().set({ wishedName: name });
    addToDocument(editor, type, { kind: "free", at: null });
    useUi.getState().set({ wishedName: null });
    const { order } = editor.document.getState();
    requestAnimationFrame(() => editor.canvas.fit(order));
  };
  const open = (template: WorkflowTemplate) =>
    create.mutate({
      name: local(template.name),
      template: template.id,
      folder: workflow.folder,
      ...(isUnused && workflow.role === "owner" && { replaces: workflow }),
    });
  if (readOnly)
    return (
      <div className="fl-empty">
        <p>{t("empty.viewer")}</p>
      </div>
    );
  return (
    <div className="fl-empty">
      <div className="fl-empty-inside">
        <WhatShouldHappen isPending={create.isPending} onTemplate={open} onStep={add}>
          <p>{t("empty.text")}</p>
          <div className="fl-empty-actions">
            <Button leftSection={<Icon name="sparkles" />} onClick={() => add(editor.types.process)}>
              {t("empty.ai")}
            </Button>
            <Button
              variant="default"
              leftSection={<Icon name="player-play" />}
              onClick={() => add(editor.types.start)}
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
        </WhatShouldHappen>
      </div>
    </div>
  );
}
