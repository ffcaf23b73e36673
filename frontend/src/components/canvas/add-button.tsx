/** The "+" in the corner of the canvas: behind the selected node, or to the right of everything. */

import { ActionIcon } from "@mantine/core";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { useEditor } from "@/commands/editor-context";
import { freePort } from "@/commands/edits";
import { Icon } from "@/components/icon";
import { selectedNode, useUi } from "@/stores/ui-store";

export function AddButton() {
  const { t } = useTranslation("canvas");
  const editor = useEditor();
  const open = ({ currentTarget }: MouseEvent) => {
    const { right, top } = currentTarget.getBoundingClientRect();
    const screen = { x: right + 8, y: top };
    const key = selectedNode(useUi.getState());
    const source = key === null ? null : freePort(editor, key);
    useUi.getState().set({
      adding: source ? { kind: "port", source, screen } : { kind: "free", at: null, screen },
    });
  };
  return (
    <ActionIcon
      className="fl-add-button"
      variant="default"
      size={40}
      radius="md"
      aria-label={t("addNode")}
      title={t("addNode")}
      onClick={open}
    >
      <Icon name="plus" size={22} />
    </ActionIcon>
  );
}
